/**
 * Makes the flow schemas and priority levels that come with the server, and looks after them: mandatory ones are put
 * back, suggested ones as long as nobody has changed them. Each replica does so; the second finds nothing to do.
 */
import { isDeepStrictEqual } from 'node:util';

import { defaultFlowControl, type DefaultFlowControlObject } from '@keelson/api';
import type { CachedObject, Informer, Informers } from '@keelson/informers';
import type { ApiObject, Outcome, Registry } from '@keelson/registry';
import { groupVersion, type Resource, type Scheme } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import { systemCaller, type Controller } from '../controller.ts';
import { currentVersion } from './current-version.ts';
import { decideUpkeep, isKeptUp } from './decide-upkeep.ts';

export interface KeeperParts {
  readonly informers: Informers;
  readonly registry: Registry;
  readonly scheme: Scheme;
  readonly logger: Logger;
}

export interface DefaultObjectsKeeper extends Controller {
  /** Resolves when they are there for the first time. Until then it is tried again and again. */
  readonly whenMade: Promise<void>;
}

const options = { fieldManager: 'api-priority-and-fairness-config-producer-v1' };
const periodMs = 60_000;
const retryMs = 1_000;
const alreadyExists = 409;
const notFound = 404;

interface Kept {
  readonly informer: Informer<ApiObject>;
  readonly resource: Resource;
  readonly defaults: readonly DefaultFlowControlObject<object>[];
}

export function keepDefaultObjects({ informers, registry, scheme, logger }: KeeperParts): DefaultObjectsKeeper {
  const { priorityLevels, flowSchemas, autoupdateAnnotation: annotation } = defaultFlowControl(scheme.domain);
  const kept = [
    { ...currentVersion(informers, scheme, 'priorityLevel'), defaults: priorityLevels },
    { ...currentVersion(informers, scheme, 'flowSchema'), defaults: flowSchemas },
  ];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let noteMade: () => void = () => undefined;
  const whenMade = new Promise<void>((resolve) => {
    noteMade = resolve;
  });
  const run = async (): Promise<void> => {
    const outcomes = [];
    for (const each of kept) {
      await each.informer.whenSynced();
      outcomes.push(...(await keep(registry, each, annotation)));
    }
    const failed = outcomes.filter((outcome) => !outcome.ok && !isOvertaken(outcome));
    for (const outcome of failed)
      if (!outcome.ok)
        logger.warn('a default object of flow control is not up to date', { why: outcome.status.message });
    if (failed.length === 0) noteMade();
    schedule(failed.length === 0 ? periodMs : retryMs);
  };
  const schedule = (afterMs: number): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run().catch((error: unknown) => {
        logger.warn('the default objects of flow control could not be looked after', { error });
        schedule(retryMs);
      });
    }, afterMs).unref();
  };
  schedule(0);
  return {
    whenMade,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      noteMade();
      return running;
    },
  };
}

/** Another replica was quicker, or a client. */
function isOvertaken(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && (outcome.status.code === alreadyExists || outcome.status.code === notFound);
}

async function keep(registry: Registry, kept: Kept, annotation: string): Promise<Outcome<unknown>[]> {
  const { informer, resource, defaults } = kept;
  const outcomes: Outcome<unknown>[] = [];
  for (const wanted of defaults) {
    const found = informer.get({ name: wanted.name });
    const outcome =
      found === undefined
        ? create(registry, kept, wanted, annotation)
        : update(registry, kept, { found, wanted, annotation });
    outcomes.push(await outcome);
  }
  const names = new Set(defaults.map(({ name }) => name));
  for (const found of [...informer.list()]) {
    if (names.has(found.name) || !isKeptUp(found.head.annotations[annotation])) continue;
    outcomes.push(await remove(registry, resource, found));
  }
  return outcomes;
}

function create(
  registry: Registry,
  { resource }: Kept,
  { name, spec }: DefaultFlowControlObject<object>,
  annotation: string,
): Promise<Outcome<unknown>> {
  const metadata = { name, annotations: { [annotation]: 'true' } };
  return registry.create({ resource }, requestOf(resource, { metadata, spec }));
}

interface Compared {
  readonly found: CachedObject<ApiObject>;
  readonly wanted: DefaultFlowControlObject<object>;
  readonly annotation: string;
}

async function update(registry: Registry, { resource }: Kept, compared: Compared): Promise<Outcome<unknown>> {
  const { found, wanted, annotation } = compared;
  const { decoded, name, head } = found;
  // One that cannot be read is not to keep the server from being ready.
  if (!decoded.ok) return { ok: true, value: undefined };
  const { metadata, ['spec']: spec } = decoded.object;
  const { generation } = metadata as { readonly generation?: number };
  const isAsWanted = isDeepStrictEqual(spec, wanted.spec);
  const upkeep = wanted.isMandatory || decideUpkeep({ value: head.annotations[annotation], generation, isAsWanted });
  const isCurrent = head.annotations[annotation] === String(upkeep) && (isAsWanted || !upkeep);
  if (isCurrent) return { ok: true, value: undefined };
  const annotations = { ...metadata.annotations, [annotation]: String(upkeep) };
  const object = { metadata: { ...metadata, annotations }, spec: upkeep ? wanted.spec : spec };
  return registry.update({ resource, name }, requestOf(resource, object));
}

function remove(
  registry: Registry,
  resource: Resource,
  { name, decoded }: CachedObject<ApiObject>,
): Promise<Outcome<unknown>> {
  const { uid, resourceVersion } = decoded.ok
    ? (decoded.object.metadata as { uid?: string; resourceVersion?: string })
    : {};
  const bytes = Buffer.from(
    JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid, resourceVersion } }),
  );
  return registry.delete({ resource, name }, { body: { format: 'json', bytes }, options: {}, caller: systemCaller });
}

function requestOf(resource: Resource, object: object) {
  const typed = { apiVersion: groupVersion(resource), kind: resource.kind, ...object };
  return {
    body: { format: 'json' as const, bytes: Buffer.from(JSON.stringify(typed)) },
    options,
    caller: systemCaller,
  };
}
