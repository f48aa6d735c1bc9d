/**
 * Writes of this process whose events its own watch has not yet delivered. Once a write is
 * answered, the event reuses the bytes finished for the answer, so that they are made once
 * and held once. The revision identifies the write. In a store restored from a backup the
 * same revision may be another write, so the stored bytes are compared as well. Most events
 * arrive before the answer: they are recognised by the bytes being written, and need no check.
 */
import type { Entry } from '@keelson/storage';

/** An entry that this process has just written, out of an object. */
export interface WrittenObject extends Entry {
  readonly value: Uint8Array;
}

export interface OwnWrites {
  /** These bytes are being written to the key until the promise settles, however it does. */
  begin(key: string, value: Uint8Array, write: Promise<unknown>): void;
  /** True while exactly these bytes are being written to the key. Costs a comparison if anything is. */
  isWriting(key: string, value: Uint8Array): boolean;
  add(written: WrittenObject, finished: Buffer): void;
  /** The finished bytes of that very write, if it was made here; they are not asked for again. */
  take(key: string, revision: number, value: Uint8Array): Buffer | undefined;
  clear(): void;
}

interface OwnWrite {
  readonly written: WrittenObject;
  readonly finished: Buffer;
}

/** No replica has more writes under way; a forgotten one only has its bytes finished again. */
const mostKept = 1_000;

export function createOwnWrites(): OwnWrites {
  const kept = new Map<number, OwnWrite>();
  /** Of several to one key, the last: the others are checked. */
  const writing = new Map<string, Uint8Array>();
  return {
    begin: (key, value, write) => {
      writing.set(key, value);
      const end = (): void => {
        if (writing.get(key) === value) writing.delete(key);
      };
      write.then(end, end);
    },
    isWriting: (key, value) => {
      const written = writing.get(key);
      return written !== undefined && (written === value || Buffer.compare(written, value) === 0);
    },
    add: (written, finished) => {
      kept.set(written.revision, { written, finished });
      if (kept.size <= mostKept) return;
      const oldest = kept.keys().next().value;
      if (oldest !== undefined) kept.delete(oldest);
    },
    take: (key, revision, value) => {
      if (kept.size === 0) return undefined;
      const own = kept.get(revision);
      if (own === undefined) return undefined;
      kept.delete(revision);
      const isSame = own.written.key === key && Buffer.compare(own.written.value, value) === 0;
      return isSame ? own.finished : undefined;
    },
    clear: () => kept.clear(),
  };
}
