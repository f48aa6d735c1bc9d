export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export type { EventHandler, LoadedObjects, NamespacedName } from './event-handlers/event-handlers.ts';
export { findObjectFault, findTextFault } from './objects/find-object-fault.ts';
export { createFindVersionFault } from './objects/find-version-fault.ts';
export { encodeOnce } from './objects/derived-cache.ts';
export type { Encoded, Encoding } from './objects/derived-cache.ts';
export type { EncodingKey, ObjectAttributes, ObjectVersion } from './objects/object-version.ts';
export { apiVersionBytes, metadataBytes } from './objects/json-members.ts';
export { isSpliced, spliceResourceVersion } from './objects/splice-resource-version.ts';
export type { ListRequest, Selector } from './read/query.ts';
export type {
  GetOutcome,
  ListDone,
  ListOutcome,
  ReadAt,
  ReadFailure,
  UnreadableFailure,
  UnreadableObject,
} from './read/read-outcome.ts';
export type { ObjectName, ResourceCache } from './resource-cache.ts';
export type { ConformStored, ExtractAttributes, Finish, ResourceOptions } from './resources/resource.ts';
export type { ListCounts, ResourceCounts } from './resources/resource-counts.ts';
export { createJsonWatchEncoder } from './watch/json-watch-encoder.ts';
export type {
  EventType,
  CacheWatch,
  InitialEvents,
  WatchEncoder,
  WatchEnd,
  WatchRequest,
  CacheWatchSink,
  WatchStart,
} from './watch/watch-request.ts';
export { createWatchCache } from './watch-cache.ts';
export type { WatchCache } from './watch-cache.ts';
export { defaultLimits } from './watch-cache-options.ts';
export type { WatchCacheOptions } from './watch-cache-options.ts';
export type { WatchCacheStats } from './watch-cache-stats.ts';
