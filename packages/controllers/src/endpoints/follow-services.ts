/** Works on a Service whenever it or a pod that it selects changes. */
import type { Pod, Service } from '@keelson/api';
import { byNamespace, objectKey, type CachedObject, type Informer, type Reconcile } from '@keelson/informers';
import { giveWayToRequests } from '@keelson/telemetry';

import type { CachedPod } from '../dependents/pod-facts.ts';
import type { ControllerContext } from '../frame/definition.ts';
import { startReconciler, type Reconciler } from '../frame/reconciler.ts';
import { sharedIndex } from '../frame/shared-index.ts';
import { endpointFacts, hasKeptEndpoints, isSelected } from './service-pods.ts';

export interface FollowedServices {
  readonly reconciler: Reconciler;
  readonly services: Informer<Service>;
  /** The pods that a Service selects, by name. */
  podsOf(service: Service): readonly CachedPod[];
}

export interface FollowServicesOptions {
  readonly queue: string;
  readonly name: string;
  /** Waited for as well. */
  readonly informers: readonly Informer<never>[];
  /** The delay for which changes of pods are batched. */
  readonly batchMs: number;
  readonly reconcile: Reconcile;
}

export function followServices(context: ControllerContext, options: FollowServicesOptions): FollowedServices {
  const services = context.informers.informer<Service>(context.kinds.services);
  const pods = context.informers.informer<Pod>(context.kinds.pods);
  const servicesByNamespace = sharedIndex(services, byNamespace);
  const podsByNamespace = sharedIndex(pods, byNamespace);
  const { queue: name, reconcile, batchMs } = options;
  const reconciler = startReconciler(context, {
    queue: name,
    name: options.name,
    informers: [services, pods, ...options.informers],
    // Clients wait for their Services, and nobody for a millisecond more of their endpoints.
    reconcile: async (key) => {
      await giveWayToRequests();
      return reconcile(key);
    },
    backoff: { baseMs: 5, maxMs: 100_000 },
  });
  const { queue } = reconciler;
  const enqueueFor = (namespace: string, labels: readonly Readonly<Record<string, string>>[]): void => {
    for (const service of servicesByNamespace.get(namespace)) {
      if (!service.decoded.ok || !hasKeptEndpoints(service.object)) continue;
      const { object } = service;
      if (labels.some((each) => isSelected(object, each))) queue.addAfter(objectKey(service), batchMs);
    }
  };
  const enqueue = (service: CachedObject<Service>): void => queue.add(objectKey(service));
  reconciler.onStop(
    services.addHandler({ onAdd: enqueue, onUpdate: (_, service) => enqueue(service), onDelete: enqueue }),
  );
  reconciler.onStop(
    pods.addHandler({
      onAdd: (pod) => enqueueFor(pod.namespace, [pod.head.labels]),
      onUpdate: (old, pod) => {
        if (servicesByNamespace.sizeOf(pod.namespace) === 0) return;
        if (old.decoded.ok && pod.decoded.ok && endpointFacts(old) === endpointFacts(pod)) return;
        enqueueFor(pod.namespace, [old.head.labels, pod.head.labels]);
      },
      onDelete: (pod) => enqueueFor(pod.namespace, [pod.head.labels]),
    }),
  );
  return {
    reconciler,
    services,
    podsOf: (service) => {
      const selected: CachedPod[] = [];
      for (const pod of podsByNamespace.get(service.metadata.namespace ?? '')) {
        if (pod.decoded.ok && isSelected(service, pod.head.labels)) selected.push(pod);
      }
      return selected.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}
