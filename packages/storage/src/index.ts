export { checked } from './checked.ts';
export { compactionMarkerKey, parseCompactionMarker, startCompactor } from './compaction.ts';
export type { Compactor, CompactorOptions } from './compaction.ts';
export type {
  Entry,
  GetOptions,
  GetResult,
  RangeOptions,
  RangeResult,
  Storage,
  StorageEvent,
  StorageStatus,
  Watch,
  Watcher,
  WatchOptions,
  WriteDone,
  WriteOptions,
  WriteRefused,
  WriteResult,
} from './contract.ts';
export { openEmbedded } from './embedded/open-embedded.ts';
export type { EmbeddedOptions } from './embedded/open-embedded.ts';
export type { EtcdCredentials } from './etcd/endpoints.ts';
export { openEtcd } from './etcd/open-etcd.ts';
export type { EtcdOptions } from './etcd/open-etcd.ts';
export { hasStorageCode, isStorageError, StorageError, storageErrorCodes } from './errors.ts';
export type { StorageErrorCode } from './errors.ts';
export { defaultPrefix, maxKeyBytes, maxValueBytes, parsePrefix } from './limits.ts';
export { pagesOf } from './pages.ts';
export type { PageOptions } from './pages.ts';
