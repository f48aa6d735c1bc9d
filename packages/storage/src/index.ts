export { checked } from './contract/checked.ts';
export { compactionMarkerKey, parseCompactionMarker, startCompactor } from './compaction/compactor.ts';
export type { Compactor, CompactorOptions } from './compaction/compactor.ts';
export type { CandidateOptions, Elections, Leader, Leadership } from './contract/elections.ts';
export type { CompanionWrite } from './contract/companion-write.ts';
export type { Compare } from './contract/compare.ts';
export type {
  CallOptions,
  ChangeOptions,
  DeferredReads,
  Entry,
  KeyEntry,
  KeyRangeResult,
  StorageGetOptions,
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
  StorageWriteOptions,
  WriteRefused,
  WriteResult,
} from './contract/storage.ts';
export { fenceWrites } from './elections/fence-writes.ts';
export { openEmbedded } from './embedded/open-embedded.ts';
export type { EmbeddedOptions } from './embedded/open-embedded.ts';
export { openFollowedStore, type FollowedStore } from './embedded/followers/open-followed-store.ts';
export { openEmbeddedFollower, type FollowerOptions } from './embedded/followers/open-follower.ts';
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
export type { StoredResource, ResourcePattern } from './encryption/resource-pattern.ts';
export type { UnboundValues } from './encryption/transform-value.ts';
export type { RandomBytes } from './encryption/value-format.ts';
export { openEtcd } from './etcd/open-etcd.ts';
export { findFirstKey, type FirstKey } from './etcd/first-key.ts';
export { findPermanentKeys } from './etcd/permanent-keys.ts';
export type { CredentialSource, EtcdCredentials } from '@keelson/etcd-client';
export type { EtcdOptions } from './etcd/open-etcd.ts';
export { hasStorageCode, isStorageError, StorageError, storageErrorCodes } from './contract/errors.ts';
export type { StorageErrorCode } from './contract/errors.ts';
export {
  defaultPrefix,
  defaultTimeoutMs,
  maxCompanions,
  maxKeyBytes,
  maxOverheadBytes,
  maxValueBytes,
  parsePrefix,
} from './contract/limits.ts';
export { mapDeferred, mapEntries, withValue } from './contract/map-entries.ts';
export { deferGiven } from './contract/defer-given.ts';
export { createSlabs } from './contract/slabs.ts';
export type { Allocate } from './contract/slabs.ts';
export { pagesOf } from './contract/pages.ts';
export type { PageOptions } from './contract/pages.ts';
export { isUnreadable } from './contract/unreadable.ts';
export type { StoredValue, Unreadable } from './contract/unreadable.ts';
export type { BackupEnd, BackupHead } from './backup/backup-format.ts';
export type { BackupEntry, BackupSource, RestoreTarget } from './backup/backup-source.ts';
export { openBackup, type BackupReader } from './backup/read-backup.ts';
export { writeBackup, type BackupProgress } from './backup/write-backup.ts';
export { openEmbeddedBackup } from './embedded/backup-embedded.ts';
export { openEmbeddedRestore } from './embedded/restore-embedded.ts';
export { openEtcdBackup } from './etcd/backup-etcd.ts';
export { openEtcdRestore } from './etcd/restore-etcd.ts';
