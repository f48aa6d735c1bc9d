/** Listers, informers and work queues over the watch cache. */
export { byLabel, byNamespace, byOwnerUid } from './informer/object-index.ts';
export type { IndexFunction, ObjectIndex } from './informer/object-index.ts';
export type { ResourceEventHandler } from './informer/resource-event-handler.ts';
export { createInformer } from './informer/informer.ts';
export type { Informer, InformerParts } from './informer/informer.ts';
export { createLister } from './listers/lister.ts';
export type { Lister, ListerParts } from './listers/lister.ts';
export { createReadVersion, peekDecoded } from './objects/cached-object.ts';
export type { CachedObject, DecodedVersion, ReadVersion } from './objects/cached-object.ts';
export { decodeObjectHead, headOfOrThrow, isTerminating, peekHead } from './objects/head.ts';
export type { ObjectHead, ObjectOwner } from './objects/head.ts';
export { objectKey, splitObjectKey } from './objects/object-key.ts';
export { unreadableError, wordUnreadable } from './objects/unreadable-error.ts';
export { createBackoff } from './work-queue/backoff.ts';
export type { Backoff, BackoffOptions } from './work-queue/backoff.ts';
export type { QueueRecorder, RecordedQueue, RecordQueue } from './work-queue/queue-recorder.ts';
export { createWorkQueueMetrics } from './work-queue/work-queue-metrics.ts';
export { createWorkQueue } from './work-queue/work-queue.ts';
export type { WorkQueue, WorkQueueOptions } from './work-queue/work-queue.ts';
export { startWorkers } from './work-queue/workers.ts';
export type { Reconcile, ReconcileResult, WorkersOptions } from './work-queue/workers.ts';
export { decodeStoredCustom } from './resources/conform-stored.ts';
export { createRegisteredResources } from './resources/registered-resources.ts';
export type {
  RegisteredResource,
  ResourcesFollower,
  RegisteredResources,
  RegisteredResourcesOptions,
} from './resources/registered-resources.ts';
export { createInformers } from './shared-informers.ts';
export type { Informers, InformersParts } from './shared-informers.ts';
