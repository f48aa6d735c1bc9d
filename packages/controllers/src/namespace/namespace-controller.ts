/**
 * Namespace controller: deletes the contents of terminating namespaces, then their finalizer. Several
 * replicas may do so at once: what one has deleted, another finds gone.
 */
import { createBackoff, createWorkQueue, startWorkers } from '@keelson/informers';
import type { CachedObject, ReconcileResult } from '@keelson/informers';

import type { Controller, ControllerParts } from '../controller.ts';

/** While something is left: held by finalizers, or by a store that does not answer. */
const firstRetryMs = 200;
const longestRetryMs = 10_000;
const namespacesAtOnce = 10;

export function startNamespaceController({ informers, registry, record, logger }: ControllerParts): Controller {
  const [namespaces] = informers.resources.where(({ purpose }) => purpose?.kind === 'namespace');
  if (namespaces === undefined) throw new Error('no declared resource holds namespaces');
  const informer = informers.informer(namespaces.stored);
  const queue = createWorkQueue({
    name: 'namespace',
    backoff: createBackoff({ baseMs: firstRetryMs, maxMs: longestRetryMs }),
    ...(record && { record }),
  });

  /** Of a terminating namespace that is changed again, the first delay counts. */
  const enqueue = ({ name, head }: CachedObject<unknown>): void => {
    if (head.deletionTimestamp !== undefined) queue.addAfter(name, firstRetryMs);
  };
  const removeHandler = informer.addHandler({ onAdd: enqueue, onUpdate: (_, namespace) => enqueue(namespace) });

  const reconcile = async (name: string): Promise<ReconcileResult | undefined> => {
    if (informer.get({ name })?.head.deletionTimestamp === undefined) return undefined;
    const emptied = await registry.emptyNamespace(name);
    return emptied.ok && emptied.value.remaining === 0 ? undefined : { backsOff: true };
  };
  startWorkers({ queue, reconcile, count: namespacesAtOnce, name: 'namespace', logger });

  return {
    stop: () => {
      removeHandler();
      return queue.shutDown();
    },
  };
}
