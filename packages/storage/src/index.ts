export { checked } from './checked.ts';
export { compactionMarkerKey, parseCompactionMarker, startCompactor } from './compaction.ts';
export type { Compactor, CompactorOptions } from './compaction.ts';
export type {
  CallOptions,
  Compare,
  CreateOptions,
  Entry,
  GetOptions,
  GetResult,
  RangeOptions,
  RangeResult,
  Storage,
  StorageAlarm,
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
export type {
  CipherName,
  ConfigurationIssue,
  ConfigurationResult,
  EncryptionConfiguration,
  EncryptionProvider,
  EncryptionRule,
  NamedSecret,
  ProviderName,
} from './encryption/configuration.ts';
export type { EncryptionCounts, ProviderCounts } from './encryption/counters.ts';
export { encryptStorage } from './encryption/encrypt-storage.ts';
export type { EncryptedStorage, EncryptStorageOptions } from './encryption/encrypt-storage.ts';
export { parseEncryptionConfiguration } from './encryption/parse-configuration.ts';
export type { ParseConfigurationOptions } from './encryption/parse-configuration.ts';
export type { GroupResource, ResourcePattern } from './encryption/resource-pattern.ts';
export type { RandomBytes } from './encryption/value-format.ts';
export { openEtcd } from './etcd/open-etcd.ts';
export type { EtcdOptions } from './etcd/open-etcd.ts';
export { hasStorageCode, isStorageError, StorageError, storageErrorCodes } from './errors.ts';
export type { StorageErrorCode } from './errors.ts';
export {
  defaultPrefix,
  defaultTimeoutMs,
  maxKeyBytes,
  maxOverheadBytes,
  maxValueBytes,
  parsePrefix,
} from './limits.ts';
export { pagesOf } from './pages.ts';
export type { PageOptions } from './pages.ts';
export { isUnreadable } from './unreadable.ts';
export type { StoredValue, Unreadable } from './unreadable.ts';
