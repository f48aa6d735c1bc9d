/** The source of a backup and the target of a restore: implemented by each engine, blind to the format of the file. */

/** A key as it is stored. Encrypted values stay encrypted. */
export interface BackupEntry {
  readonly key: string;
  readonly value: Uint8Array;
  readonly revision: number;
  /** Milliseconds since 1970; undefined for keys that do not expire. */
  readonly expiresAtMs: number | undefined;
}

export interface BackupSource {
  /** The engine and its version: `etcd 3.4.23`. */
  readonly engine: string;
  readonly prefix: string;
  /** All entries are of this revision. */
  readonly revision: number;
  /** In the order of keys. Rejects with `compacted` if the store has given up the revision meanwhile. */
  pages(): AsyncIterable<readonly BackupEntry[]>;
  close(): Promise<void>;
}

export interface RestoreTarget {
  /** Everything is written in order. May keep a page until the next one or `finish`. */
  write(entries: readonly BackupEntry[]): Promise<void>;
  /** Makes the restored store the one that is served. Resolves with its revision. */
  finish(): Promise<number>;
  /** Releases everything. Without `finish` nothing that was there before is changed, as far as the engine can. */
  close(): Promise<void>;
}

export interface RestoreOptions {
  /** The revision of the backup: those of the restored store are beyond it. */
  readonly backupRevision: number;
  /** The distance between that revision and the first of the restored store. */
  readonly bumpRevision: number;
  /** Replaces a store that is not empty. */
  readonly replaces: boolean;
  readonly now: () => number;
}

/** Keys of the servers' own under a prefix: elections, the compaction marker. Of no use to another store. */
export function ownFolderOf(prefix: string): string {
  return `${prefix}.keelson/`;
}
