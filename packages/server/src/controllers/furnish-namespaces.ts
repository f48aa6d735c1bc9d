/**
 * A controller that keeps one object of a given name in each namespace, such as its default
 * service account: creates it, and again when it is deleted, or repairs it. Every replica
 * runs it; the one that comes second finds the work done.
 */
import type { CachedObject, Informer, Informers } from '@keelson/informers';
import type { RequestTarget } from '@keelson/meta';
import type { Caller, Registry } from '@keelson/registry';
import { groupVersion, type Resource } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import { createAppointments } from './appointments.ts';
import { createCalm } from './calm.ts';
import { followNamespaces } from './follow-namespaces.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Target {
  readonly registry: Registry;
  readonly resource: Resource;
  readonly informer: Informer<Fields>;
  readonly furnishing: Furnishing;
}

export interface Furnishing {
  /** For the log, and as the field manager of its writes. */
  readonly controller: string;
  readonly isStored: (stored: Resource) => boolean;
  readonly name: string;
  /** The fields that the object must have, beside its name. */
  readonly content: () => Readonly<Record<string, unknown>>;
  /** Returns true if the object needs no repair; every object is good when this is absent. */
  readonly isGood?: (object: Readonly<Record<string, unknown>>) => boolean;
  /** Advice for the operator, logged when others keep changing the object. */
  readonly advice?: string;
  /** The delay before a new namespace is handled: many of them are deleted again at once. */
  readonly settleMs: number;
}

export interface Furnisher {
  /** Resolves when the namespaces of the first list have been handled. */
  readonly whenBegun: Promise<void>;
  /** To be called when the result of `content` has changed. */
  renew(): void;
  stop(): void;
}

const firstRetryMs = 500;
const longestRetryMs = 30_000;
/** The back-off that shows that others change the object on purpose, not by mistake. */
const foughtOverMs = 4_000;
const conflict = 409;
/** The namespace is deleted or terminating, so nothing is left to be done. */
const gone = new Set([403, 404]);

export interface FurnisherParts {
  readonly informers: Informers;
  readonly registry: Registry;
  readonly logger: Logger;
}

export function furnishNamespaces({ informers, registry, logger }: FurnisherParts, furnishing: Furnishing): Furnisher {
  const resource = informers.resources.where(furnishing.isStored)[0]?.stored;
  if (resource === undefined) throw new Error('there is nothing declared to furnish with');
  const informer = informers.informerOfNames<Fields>(resource, ({ name }) => name === furnishing.name);
  const target: Target = { registry, resource, informer, furnishing };
  const appointments = createAppointments();
  const live = new Set<string>();
  const calm = createCalm(() => performance.now());
  let isStopped = false;

  const later = (namespace: string, delayMs: number, retryMs = firstRetryMs): void => {
    if (isStopped || !live.has(namespace)) return;
    appointments.make(namespace, delayMs, () => {
      furnish(target, namespace).catch((error: unknown) => {
        logger.warn('a namespace lacks what it should have', { namespace, name: furnishing.name, error });
        later(namespace, retryMs, Math.min(retryMs * 2, longestRetryMs));
      });
    });
  };
  const putRight = (namespace: string): void => {
    const delayMs = calm.delayMs(namespace);
    if (delayMs === foughtOverMs) warnOfFight(logger, furnishing, namespace);
    later(namespace, delayMs);
  };
  const forget = (namespace: string): void => {
    live.delete(namespace);
    calm.forget(namespace);
    appointments.cancel(namespace);
  };
  const onLive = (namespace: string, { isNew }: { readonly isNew: boolean }): void => {
    if (live.has(namespace)) return;
    live.add(namespace);
    later(namespace, isNew ? furnishing.settleMs : 0);
  };
  const isDue = ({ namespace }: CachedObject<Fields>): boolean => appointments.has(namespace);
  const unfollow = [
    followNamespaces(informers, { onLive, onTerminating: forget, onGone: forget }),
    informer.addHandler({
      onUpdate: (_, object) => {
        if (!isDue(object) && !isGood(furnishing, object)) putRight(object.namespace);
      },
      onDelete: (last) => {
        if (!isDue(last)) putRight(last.namespace);
      },
    }),
  ];
  return {
    // Failures are retried, as their timers are still set.
    whenBegun: settled([...live].map((namespace) => furnish(target, namespace))),
    renew: () => {
      for (const namespace of live) later(namespace, 0);
    },
    stop: () => {
      isStopped = true;
      for (const end of unfollow) end();
      appointments.cancelAll();
    },
  };
}

function warnOfFight(logger: Logger, { name, advice }: Furnishing, namespace: string): void {
  logger.warn('others keep changing what this server puts right', { namespace, name, advice });
}

async function settled(attempts: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(attempts);
}

/** An object that cannot be decoded is judged as an empty one. */
function isGood({ isGood: judge }: Furnishing, { decoded }: CachedObject<Fields>): boolean {
  return judge === undefined || judge(decoded.ok ? decoded.object : {});
}

/** Rejects if it has to be retried. */
async function furnish({ registry, resource, informer, furnishing }: Target, namespace: string): Promise<void> {
  const { controller, name, content } = furnishing;
  const found = informer.get({ namespace, name });
  if (found !== undefined && isGood(furnishing, found)) return;
  const place: RequestTarget = { resource, namespace };
  const object = {
    apiVersion: groupVersion(resource),
    kind: resource.kind,
    metadata: { name, namespace },
    ...content(),
  };
  const bytes = Buffer.from(JSON.stringify(object));
  const write = {
    body: { format: 'json', bytes },
    options: { fieldManager: controller },
    caller: callerOf(controller),
  } as const;
  const written =
    found === undefined ? await registry.create(place, write) : await registry.update({ ...place, name }, write);
  if (written.ok || gone.has(written.status.code ?? 0)) return;
  const isThere = written.status.code === conflict && found === undefined;
  if (!isThere) throw new Error(written.status.message ?? 'it was refused');
}

function callerOf(controller: string): Caller {
  return {
    user: {
      name: `system:serviceaccount:kube-system:${controller}`,
      groups: ['system:masters', 'system:serviceaccounts', 'system:authenticated'],
    },
    userAgent: controller,
  };
}
