/**
 * A controller that keeps one object of a given name in each namespace, such as its default service account: creates
 * it, and again when it is deleted, or repairs it.
 */
import { createBackoff, createWorkQueue, startWorkers } from '@keelson/informers';
import type { CachedObject, Informer, WorkQueue } from '@keelson/informers';
import type { RequestTarget } from '@keelson/meta';
import { groupVersion, type Resource } from '@keelson/schema';

import type { ObjectWriter } from '../client/direct-writer.ts';
import type { Controller, ControllerParts } from '../controller.ts';
import { createRepairBackoff } from './repair-backoff.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface ObjectPerNamespace {
  /** The name of the queue, in metrics and the log. */
  readonly queue: string;
  readonly isStored: (stored: Resource) => boolean;
  readonly name: string;
  /** The fields that the object must have, beside its name. */
  readonly content: () => Fields;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Returns true if the content needs no repair; every content is good when this is absent. */
  readonly isGood?: (object: Fields) => boolean;
  /** Advice for the operator, logged when others keep changing the object. */
  readonly advice?: string;
  /** The delay before a new namespace is handled: many of them are deleted again at once. */
  readonly settleMs: number;
}

export interface ObjectControllerParts extends Pick<ControllerParts, 'informers' | 'record' | 'logger'> {
  readonly client: ObjectWriter;
  /** The number of namespaces that are worked on at once. */
  readonly workers?: number;
}

export interface ObjectController extends Controller {
  /** To be called when the result of `content` has changed. */
  renew(): void;
}

const retries = { baseMs: 500, maxMs: 30_000 };
/** The back-off that shows that others change the object on purpose, not by mistake. */
const foughtOverMs = 4_000;
const conflict = 409;
/** The namespace is deleted or terminating, so nothing is left to be done. */
const gone = new Set([403, 404]);
const namespacesAtOnce = 5;

/** The informer of namespaces must have synced. */
export function startObjectController(parts: ObjectControllerParts, wanted: ObjectPerNamespace): ObjectController {
  const { client, record, workers = namespacesAtOnce, logger } = parts;
  const { resource, namespaces, objects } = openKept(parts, wanted);
  const queue = createWorkQueue({ name: wanted.queue, backoff: createBackoff(retries), ...(record && { record }) });

  const reconcile = async (namespace: string): Promise<undefined> => {
    const found = namespaces.get({ name: namespace });
    if (found !== undefined && isLive(found)) await ensure({ client, resource, objects, wanted }, namespace);
  };
  const removeHandlers = addHandlers(parts, { namespaces, objects, queue, wanted });
  startWorkers({ queue, reconcile, count: workers, name: wanted.queue, logger });
  return {
    renew: () => {
      for (const namespace of namespaces.list()) if (isLive(namespace)) queue.add(namespace.name);
    },
    stop: () => {
      removeHandlers();
      return queue.shutDown();
    },
  };
}

/**
 * Creates the object in the namespaces that lack it. One that is there is not changed: another server, which would
 * publish something else, may run the controller. This is logged.
 */
export async function makeMissingObjects(parts: ObjectControllerParts, wanted: ObjectPerNamespace): Promise<void> {
  const { client, logger } = parts;
  const { resource, namespaces, objects } = openKept(parts, wanted);
  await Promise.all([namespaces.whenSynced(), objects.whenSynced()]);
  /** Returns true where there is one with another content. */
  const begin = async ({ name: namespace }: CachedObject<unknown>): Promise<boolean> => {
    try {
      const found = objects.get({ namespace, name: wanted.name });
      if (found !== undefined) return !isGood(wanted, found);
      await ensure({ client, resource, objects, wanted }, namespace);
    } catch (error) {
      logger.warn('A namespace lacks what it should have', { namespace, name: wanted.name, error });
    }
    return false;
  };
  const others = await Promise.all([...namespaces.list()].filter(isLive).map(begin));
  const { name, advice } = wanted;
  if (others.includes(true))
    logger.warn('Namespaces have another content than this server would give them', { name, advice });
}

function openKept(parts: ObjectControllerParts, wanted: ObjectPerNamespace) {
  const { informers } = parts;
  const resource = resourceOf(parts, wanted.isStored);
  return {
    resource,
    namespaces: informers.informer(resourceOf(parts, ({ purpose }) => purpose?.kind === 'namespace')),
    objects: informers.informerOfNames<Fields>(resource, ({ name }) => name === wanted.name),
  };
}

function resourceOf({ informers }: ObjectControllerParts, has: (stored: Resource) => boolean): Resource {
  const [found] = informers.resources.where(has);
  if (found === undefined) throw new Error('no declared resource is what a controller of namespaces needs');
  return found.stored;
}

interface Watched {
  readonly namespaces: Informer<unknown>;
  readonly objects: Informer<Fields>;
  readonly queue: WorkQueue;
  readonly wanted: ObjectPerNamespace;
}

/** Returns what removes them. */
function addHandlers({ logger }: ObjectControllerParts, { namespaces, objects, queue, wanted }: Watched): () => void {
  const repairs = createRepairBackoff(() => performance.now());
  /** By namespace: the time of the repair that is due. What happens until then is part of it. */
  const dueMs = new Map<string, number>();

  const repair = ({ namespace }: CachedObject<Fields>): void => {
    const nowMs = performance.now();
    if ((dueMs.get(namespace) ?? 0) > nowMs) return;
    const delayMs = repairs.delayMs(namespace);
    if (delayMs === foughtOverMs) {
      const { name, advice } = wanted;
      logger.warn('Others keep changing what this server puts right', { namespace, name, advice });
    }
    dueMs.set(namespace, nowMs + delayMs);
    queue.addAfter(namespace, delayMs);
  };
  const forget = (namespace: string): void => {
    repairs.forget(namespace);
    dueMs.delete(namespace);
  };
  const removers = [
    namespaces.addHandler({
      onAdd: (namespace, { isInitial }) => {
        if (isLive(namespace)) queue.addAfter(namespace.name, isInitial ? 0 : wanted.settleMs);
      },
      onUpdate: (_, namespace) => {
        if (!isLive(namespace)) forget(namespace.name);
      },
      onDelete: ({ name }) => forget(name),
    }),
    objects.addHandler({
      onAdd: (object) => {
        if (!isGood(wanted, object)) repair(object);
      },
      onUpdate: (_, object) => {
        if (!isGood(wanted, object)) repair(object);
      },
      onDelete: repair,
    }),
  ];
  return () => {
    for (const remove of removers) remove();
  };
}

function isLive({ head }: CachedObject<unknown>): boolean {
  return head.deletionTimestamp === undefined;
}

/** An object that cannot be decoded is judged as an empty one. */
function isGood(
  { isGood: judge, annotations = {} }: ObjectPerNamespace,
  { decoded, head }: CachedObject<Fields>,
): boolean {
  const isMarked = Object.keys(annotations).every((name) => (head.annotations[name] ?? '') !== '');
  return isMarked && (judge === undefined || judge(decoded.ok ? decoded.object : {}));
}

interface Target {
  readonly client: ObjectWriter;
  readonly resource: Resource;
  readonly objects: Informer<Fields>;
  readonly wanted: ObjectPerNamespace;
}

/** Rejects if it has to be retried. */
async function ensure({ client, resource, objects, wanted }: Target, namespace: string): Promise<void> {
  const { name } = wanted;
  const found = objects.get({ namespace, name });
  if (found !== undefined && isGood(wanted, found)) return;
  const place: RequestTarget = { resource, namespace };
  const object = objectOf(wanted, place, found);
  const written =
    found === undefined ? await client.create(place, object) : await client.update({ ...place, name }, object);
  if (written.ok || gone.has(written.status.code ?? 0)) return;
  const isThere = written.status.code === conflict && found === undefined;
  if (!isThere) throw new Error(written.status.message ?? 'it was refused');
}

/** Labels and annotations of others stay. */
function objectOf(
  { name, content, annotations }: ObjectPerNamespace,
  { resource, namespace }: RequestTarget,
  found: CachedObject<Fields> | undefined,
): object {
  return {
    apiVersion: groupVersion(resource),
    kind: resource.kind,
    metadata: {
      ...{ name, namespace },
      ...(found && { labels: found.head.labels }),
      ...(annotations && { annotations: { ...found?.head.annotations, ...annotations } }),
    },
    ...content(),
  };
}
