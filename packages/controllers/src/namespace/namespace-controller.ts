/** Namespace controller: deletes the contents of terminating namespaces, then their finalizer. */
import type { CachedObject, ReconcileResult } from '@keelson/informers';

import type { ControllerDefinition } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';

const name = 'namespace';

/** While something is left: held by finalizers, or by a store that does not answer. */
const firstRetryMs = 200;
const longestRetryMs = 10_000;

export const namespaceController: ControllerDefinition = {
  name,
  account: 'namespace-controller',
  workers: 10,
  start: (context) => {
    const { informers, kinds, emptyNamespace } = context;
    const informer = informers.informer<object>(kinds.namespaces);
    const reconcile = async (key: string): Promise<ReconcileResult | undefined> => {
      if (informer.get({ name: key })?.head.deletionTimestamp === undefined) return undefined;
      return (await emptyNamespace(key)).isEmpty ? undefined : { backsOff: true };
    };
    const reconciler = startReconciler(context, {
      queue: name,
      name,
      informers: [informer],
      backoff: { baseMs: firstRetryMs, maxMs: longestRetryMs },
      reconcile,
    });
    /** The first delay counts, even if a terminating namespace is changed again. */
    const enqueue = (namespace: CachedObject<object>): void => {
      if (namespace.head.deletionTimestamp !== undefined) reconciler.queue.addAfter(namespace.name, firstRetryMs);
    };
    reconciler.onStop(informer.addHandler({ onAdd: enqueue, onUpdate: (_, namespace) => enqueue(namespace) }));
    return reconciler;
  },
};
