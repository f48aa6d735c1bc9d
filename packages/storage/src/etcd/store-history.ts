/**
 * Notices that the store behind the endpoints has another history than before: it was restored from a backup, or
 * another cluster has taken its place.
 *
 * Law: answers of etcd are linearizable, so an answer shows at least every revision that was known before its question
 * was sent. Answers that overtake each other are no step back: each is compared with what was known when its own
 * question was sent. An answer to a question of a history that has ended since says nothing.
 *
 * A store that was restored may have come past the revisions known here before it is asked again. What was written
 * last, as far as this process knows, is kept as evidence for that case: see `verifyHistory`. It must not come from
 * the restored store itself: events do not, for a watch is verified before its first event is believed and lasts no
 * longer than the process that serves it; answers to calls count as evidence only while no watch was lost since.
 */
import type { StoredValue } from '../contract/unreadable.ts';

/** What is known when a question is sent. */
export interface HistoryMark {
  /** Counts the histories. */
  readonly generation: number;
  /** Every later answer of the same history shows this revision or a higher one. */
  readonly revision: number;
}

export interface SeenAnswer {
  /** As the header holds it. Must not be changed any more. */
  readonly clusterId: Buffer;
  readonly revision: number;
  /** The answer to a write that was made: it takes a revision above all that were known. */
  readonly isCommit?: boolean;
}

/** A write that is part of this history. */
export interface KnownWrite {
  readonly key: string;
  readonly revision: number;
  /** As stored; `undefined` for a deletion. */
  readonly value: StoredValue | undefined;
}

/** The newest writes that are known from one source. */
export interface Evidence {
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
  /** What a call has told, if `check` said that it counts. */
  noteAnswer(write: KnownWrite): void;
  /** What a verified watch has told. */
  noteEvent(write: KnownWrite): void;
  /** A watch was lost: the store behind the next answers may be another one. */
  doubt(): void;
  /** To be called before a member is verified; returns what to call once it is. */
  beginVerifying(): () => void;
  evidence(): readonly Evidence[];
  /** Ends the history of the mark, unless that has ended. */
  end(mark: HistoryMark, why: string): void;
}

/** `onEnd` is called before the answer that showed it goes to whoever asked. */
export function createStoreHistory(onEnd: (end: HistoryEnd) => void): StoreHistory {
  let newest: HistoryMark = { generation: 1, revision: 0 };
  let clusterId: Buffer | undefined;
  let [told, seen] = [noEvidence, noEvidence];
  let [doubts, doubtsSettled] = [0, 0];

  const begin = (answer: SeenAnswer | undefined, why: string): void => {
    const lastRevision = newest.revision;
    newest = { generation: newest.generation + 1, revision: answer?.revision ?? 0 };
    clusterId = answer?.clusterId;
    [told, seen] = [noEvidence, noEvidence];
    onEnd({ seen: why, lastRevision });
  };

  const raise = (revision: number): void => {
    if (revision > newest.revision) newest = { generation: newest.generation, revision };
  };

  return {
    mark: () => newest,
    check: (mark, answer) => {
      if (mark.generation !== newest.generation) return false;
      clusterId ??= answer.clusterId;
      const why = contradiction(mark, answer, clusterId);
      if (why === undefined) raise(answer.revision);
      else begin(answer, why);
      return true;
    },
    noteAnswer: (write) => {
      if (doubts === doubtsSettled) told = withWrite(told, write);
    },
    noteEvent: (write) => {
      raise(write.revision);
      seen = withWrite(seen, write);
    },
    doubt: () => {
      doubts += 1;
    },
    beginVerifying: () => {
      const doubtsNow = doubts;
      return () => {
        doubtsSettled = Math.max(doubtsSettled, doubtsNow);
      };
    },
    evidence: () => [seen, told],
    end: (mark, why) => {
      if (mark.generation === newest.generation) begin(undefined, why);
    },
  };
}

const noEvidence: Evidence = { written: undefined, deleted: undefined };

function withWrite(evidence: Evidence, write: KnownWrite): Evidence {
  const { written, deleted } = evidence;
  if (write.value === undefined) {
    const isNewest = write.revision > Math.max(revisionOf(written), revisionOf(deleted));
    return isNewest ? { written, deleted: write } : evidence;
  }
  if (write.revision <= revisionOf(written)) return evidence;
  return { written: write, deleted: write.revision > revisionOf(deleted) ? undefined : deleted };
}

function revisionOf(write: KnownWrite | undefined): number {
  return write?.revision ?? 0;
}

/** What cannot be if the history is the same, as a clause. */
function contradiction(mark: HistoryMark, answer: SeenAnswer, clusterId: Buffer): string | undefined {
  const { revision, isCommit = false } = answer;
  if (clusterId !== answer.clusterId && !clusterId.equals(answer.clusterId)) {
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
