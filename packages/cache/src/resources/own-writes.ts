/**
 * What this process has just written and its own watch has yet to bring back: when it
 * comes, the bytes that were finished for the answer are taken, so that they are made
 * once and held once. Revisions tell which is which: each is of one write.
 */
export interface OwnWrites {
  add(revision: number, finished: Buffer): void;
  /** The finished bytes of that revision, if it was written here; they are not asked for again. */
  take(revision: number): Buffer | undefined;
  clear(): void;
}

/** More are under way in no replica; those that are forgotten are finished anew. */
const mostKept = 1_000;

export function createOwnWrites(): OwnWrites {
  const kept = new Map<number, Buffer>();
  return {
    add: (revision, finished) => {
      kept.set(revision, finished);
      if (kept.size <= mostKept) return;
      const oldest = kept.keys().next().value;
      if (oldest !== undefined) kept.delete(oldest);
    },
    take: (revision) => {
      if (kept.size === 0) return undefined;
      const finished = kept.get(revision);
      if (finished !== undefined) kept.delete(revision);
      return finished;
    },
    clear: () => kept.clear(),
  };
}
