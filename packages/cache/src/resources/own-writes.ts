/**
 * What this process has just written and its own watch has yet to bring back: when it
 * comes, the bytes that were finished for the answer are taken, so that they are made
 * once and held once. Revisions tell which is which: each is of one write. In a store that
 * was restored from a backup one may be of another write, so the stored bytes are compared.
 */
import type { Entry } from '@keelson/storage';

export interface OwnWrites {
  add(written: Entry, finished: Buffer): void;
  /** The finished bytes of that very write, if it was made here; they are not asked for again. */
  take(key: string, revision: number, value: Uint8Array): Buffer | undefined;
  clear(): void;
}

interface OwnWrite {
  readonly written: Entry;
  readonly finished: Buffer;
}

/** More are under way in no replica; those that are forgotten are finished anew. */
const mostKept = 1_000;

export function createOwnWrites(): OwnWrites {
  const kept = new Map<number, OwnWrite>();
  return {
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
