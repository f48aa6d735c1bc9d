/** Volume protection: a PersistentVolume that is bound to a claim is not gone before it is released. */
import type { PersistentVolume } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';

import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { keepFinalizer } from './keep-finalizer.ts';

const name = 'pv-protection';
const finalizer = 'kubernetes.io/pv-protection';

export const volumeProtection: ControllerDefinition = {
  name,
  account: 'pv-protection-controller',
  workers: 1,
  start: startVolumeProtection,
};

function startVolumeProtection(context: ControllerContext): LedController {
  const { informers, kinds, client } = context;
  const resource = kinds.persistentVolumes;
  const volumes = informers.informer<PersistentVolume>(resource);
  const reconciler = startReconciler(context, {
    queue: 'pvprotection',
    name,
    informers: [volumes],
    reconcile: async (key) => {
      const object = volumes.get({ name: key });
      if (object === undefined) return undefined;
      const isUsed = (): boolean => !object.decoded.ok || object.decoded.object.status.phase === 'Bound';
      return keepFinalizer({ client, resource, finalizer, object, isUsed });
    },
  });
  const enqueue = ({ name: volume, head }: CachedObject<PersistentVolume>): void => {
    const isProtected = head.finalizers.includes(finalizer);
    if (isProtected === (head.deletionTimestamp !== undefined)) reconciler.queue.add(volume);
  };
  reconciler.onStop(volumes.addHandler({ onAdd: enqueue, onUpdate: (_, volume) => enqueue(volume) }));
  return reconciler;
}
