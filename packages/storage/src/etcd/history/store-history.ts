/**
 * Notices that the store behind the endpoints has another history than before: it was restored from a backup, or
 * another cluster has taken its place.
 *
 * Law: answers of etcd are linearizable, so an answer shows at least every revision that was known before its question
 * was sent. Answers that overtake each other are no step back: each is compared with what was known when its own
 * question was sent. An answer to a question of a history that has ended since says nothing.
 *
 * A store that was restored may have come past the revisions known here before it is asked again. What was written
 * last, as far as this process knows, is kept as evidence for that case: see `verifyHistory`.
 */
import { Buffer } from 'node:buffer';

/** What is known when a question is sent. */
export interface HistoryMark {
  /** Counts the histories. */
  readonly generation: number;
  /** Every later answer of the same history shows this revision or a higher one. */
  readonly revision: number;
}

export interface SeenAnswer {
  /** As the header holds it. */
  readonly clusterId: Uint8Array;
  readonly revision: number;
  /** The answer to a write that was made: it takes a revision above all that were known. */
  readonly isCommit?: boolean;
}

/** A write that is part of this history. */
export interface KnownWrite {
  readonly key: string;
  readonly revision: number;
  /** As stored; `undefined` for a deletion. */
  readonly value: Uint8Array | undefined;
}

export interface Evidence {
  /** The newest write of a value. */
  readonly written: KnownWrite | undefined;
  /** The newest deletion, if it is newer than that. */
  readonly deleted: KnownWrite | undefined;
}

/** The end of a history. */
export interface HistoryEnd {
  /** What was seen, as a clause. */
  readonly seen: string;
  /** The newest revision that was known of it. */
  readonly lastRevision: number;
}

export interface StoreHistory {
  mark(): HistoryMark;
  /** Compares the answer with what was known at the mark. `false`: the answer is of a history that has ended. */
  check(mark: HistoryMark, answer: SeenAnswer): boolean;
  /** To be called only for what is part of the history that goes on. */
  note(write: KnownWrite): void;
  evidence(): Evidence;
  /** Ends the history of the mark, unless that has ended. */
  end(mark: HistoryMark, seen: string): void;
}

/** `onEnd` is called before the answer that showed it goes to whoever asked. */
export function createStoreHistory(onEnd: (end: HistoryEnd) => void): StoreHistory {
  let newest: HistoryMark = { generation: 1, revision: 0 };
  let clusterId: Buffer | undefined;
  let evidence: Evidence = { written: undefined, deleted: undefined };

  const begin = (answer: SeenAnswer | undefined, seen: string): void => {
    const lastRevision = newest.revision;
    newest = { generation: newest.generation + 1, revision: answer?.revision ?? 0 };
    clusterId = answer && Buffer.from(answer.clusterId);
    evidence = { written: undefined, deleted: undefined };
    onEnd({ seen, lastRevision });
  };

  const raise = (revision: number): void => {
    if (revision > newest.revision) newest = { generation: newest.generation, revision };
  };

  return {
    mark: () => newest,
    check: (mark, answer) => {
      if (mark.generation !== newest.generation) return false;
      clusterId ??= Buffer.from(answer.clusterId);
      const seen = contradiction(mark, answer, clusterId);
      if (seen === undefined) raise(answer.revision);
      else begin(answer, seen);
      return true;
    },
    note: (write) => {
      raise(write.revision);
      const { written, deleted } = evidence;
      if (write.revision <= revisionOf(write.value === undefined ? newerOf(written, deleted) : written)) return;
      evidence = write.value === undefined ? { written, deleted: write } : { written: write, deleted };
    },
    evidence: () => {
      const { written, deleted } = evidence;
      return { written, deleted: newerOf(written, deleted) === deleted ? deleted : undefined };
    },
    end: (mark, seen) => {
      if (mark.generation === newest.generation) begin(undefined, seen);
    },
  };
}

function revisionOf(write: KnownWrite | undefined): number {
  return write?.revision ?? 0;
}

function newerOf(one: KnownWrite | undefined, other: KnownWrite | undefined): KnownWrite | undefined {
  return revisionOf(one) > revisionOf(other) ? one : other;
}

/** What cannot be if the history is the same, as a clause. */
function contradiction(mark: HistoryMark, answer: SeenAnswer, clusterId: Buffer): string | undefined {
  const { revision, isCommit = false } = answer;
  if (!clusterId.equals(answer.clusterId)) {
    return `the cluster id was ${hexOf(clusterId)} and is ${hexOf(answer.clusterId)}`;
  }
  if (revision < mark.revision) return `revision ${mark.revision} was known and the newest is ${revision}`;
  if (isCommit && revision === mark.revision) return `revision ${revision} was known and was given to another write`;
  return undefined;
}

/** A number of 64 bits as etcd prints it, out of how it is sent: seven bits a byte, the lowest first. */
function hexOf(sent: Uint8Array): string {
  let number = 0n;
  for (const byte of [...sent].reverse()) number = (number << 7n) | BigInt(byte & 0x7f);
  return number.toString(16);
}
