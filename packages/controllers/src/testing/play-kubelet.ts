/** Stands in for kubelets in tests: pods become ready as soon as they are there. */
import type { Pod } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';

import type { Cluster } from './open-cluster.ts';

export interface KubeletOptions {
  /** Others stay pending. */
  readonly runs?: (pod: CachedObject<Pod>) => boolean;
}

/** Returns a function that ends it. */
export function playKubelet(cluster: Cluster, { runs = () => true }: KubeletOptions = {}): () => void {
  const pods = cluster.informers.informer<Pod>(cluster.kinds.pods);
  const note = (pod: CachedObject<Pod>): void => {
    if (pod.object.status.phase !== 'Pending' || pod.head.deletionTimestamp !== undefined || !runs(pod)) return;
    const ready = { type: 'Ready', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z' };
    const status = { phase: 'Running', conditions: [ready] };
    // The pod may be gone meanwhile.
    cluster.mergePatch(cluster.kinds.pods, pod.name, { status }, 'status').catch(() => undefined);
  };
  return pods.addHandler({ onAdd: note, onUpdate: (_, pod) => note(pod) });
}
