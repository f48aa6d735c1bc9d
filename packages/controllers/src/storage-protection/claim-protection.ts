/** Claim protection: a PersistentVolumeClaim that a scheduled pod uses is not gone before the pod is. */
import type { PersistentVolumeClaim, Pod } from '@keelson/api';
import { objectKey, splitObjectKey, type CachedObject } from '@keelson/informers';

import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { sharedIndex } from '../frame/shared-index.ts';
import { keepFinalizer } from './keep-finalizer.ts';

const name = 'pvc-protection';
const finalizer = 'kubernetes.io/pvc-protection';

export const claimProtection: ControllerDefinition = {
  name,
  account: 'pvc-protection-controller',
  workers: 1,
  start: startClaimProtection,
};

type CachedPod = CachedObject<Pod>;
type CachedClaim = CachedObject<PersistentVolumeClaim>;

function startClaimProtection(context: ControllerContext): LedController {
  const { informers, kinds, client } = context;
  const claims = informers.informer<PersistentVolumeClaim>(kinds.persistentVolumeClaims);
  const pods = informers.informer<Pod>(kinds.pods);
  const podsByClaim = sharedIndex(pods, claimKeysOf);
  const reconciler = startReconciler(context, {
    queue: 'pvcprotection',
    name,
    informers: [claims, pods],
    reconcile: async (key) => {
      const claim = claims.get(splitObjectKey(key));
      if (claim === undefined) return undefined;
      const isUsed = (): boolean => [...podsByClaim.get(key)].some((pod) => uses(pod, claim));
      return keepFinalizer({ client, resource: kinds.persistentVolumeClaims, finalizer, object: claim, isUsed });
    },
  });
  const { queue } = reconciler;
  const enqueue = (claim: CachedClaim): void => {
    const isProtected = claim.head.finalizers.includes(finalizer);
    if (isProtected === (claim.head.deletionTimestamp !== undefined)) queue.add(objectKey(claim));
  };
  const enqueueClaims = (pod: CachedPod): void => {
    for (const key of claimKeysOf(pod)) queue.add(key);
  };
  reconciler.onStop(claims.addHandler({ onAdd: enqueue, onUpdate: (_, claim) => enqueue(claim) }));
  reconciler.onStop(
    pods.addHandler({
      onUpdate: (old, pod) => {
        enqueueClaims(pod);
        if (old.head.uid !== pod.head.uid) enqueueClaims(old);
      },
      onDelete: enqueueClaims,
    }),
  );
  return reconciler;
}

type Volume = NonNullable<Pod['spec']['volumes']>[number];

/** The keys of all claims that a pod names, be it scheduled or not. */
function claimKeysOf(pod: CachedPod): readonly string[] {
  if (!pod.decoded.ok) return [];
  const { namespace } = pod;
  return (pod.decoded.object.spec.volumes ?? []).flatMap((volume) => {
    const claim = claimNameOf(pod, volume);
    return claim === undefined ? [] : [objectKey({ namespace, name: claim })];
  });
}

function claimNameOf({ name: podName }: CachedPod, volume: Volume): string | undefined {
  const { persistentVolumeClaim: claim, ephemeral } = volume;
  if (claim !== undefined) return claim.claimName;
  return isMade(ephemeral) ? `${podName}-${volume.name}` : undefined;
}

/** A claim is made for the volume, and named after it. */
function isMade(ephemeral: Volume['ephemeral']): boolean {
  return ephemeral !== undefined;
}

/** A node starts no pod whose claim is being deleted, so only pods that have a node use one. */
function uses(pod: CachedPod, claim: CachedClaim): boolean {
  if (!pod.decoded.ok) return true;
  const { spec } = pod.decoded.object;
  if ((spec.nodeName ?? '') === '') return false;
  const names = (volume: Volume): boolean =>
    volume.persistentVolumeClaim?.claimName === claim.name ||
    (isMade(volume.ephemeral) && claimNameOf(pod, volume) === claim.name && isMadeFor(claim, pod) && !isShutDown(pod));
  return (spec.volumes ?? []).some(names);
}

function isMadeFor({ head }: CachedClaim, pod: CachedPod): boolean {
  return head.ownerReferences.some(({ controller, uid }) => controller && uid === pod.head.uid);
}

/** Its node has done with it, or it was deleted by force. */
function isShutDown({ head, object }: CachedPod): boolean {
  return head.deletionTimestamp !== undefined && object.metadata.deletionGracePeriodSeconds === 0;
}
