/**
 * Detects that the store behind the endpoints has another history than before, such as after a restore from a backup
 * that kept the id of the cluster. Another id is a matter of `createClusterIdentity`.
 *
 * Law: responses of etcd are linearizable, so a response shows at least every revision that was known before its
 * request was sent. Responses may overtake each other: each is compared with what was known when its own request was
 * sent. A response to a request of a history that has ended since proves nothing.
 *
 * A restored store may have passed the revisions known here before it is asked again. The last known write is kept as
 * evidence for that case: see `verifyHistory`. Evidence must not come from the restored store itself. Events do not: a
 * watch is verified before its first event, and lasts no longer than the process that serves it. Responses count as
 * evidence only while no watch was lost since.
 */
import type { StoredValue } from '../contract/unreadable.ts';

/** The known revision when a request is sent. */
export interface HistoryMark {
  /** Counts the histories. */
  readonly generation: number;
  /** Every later response of the same history shows this revision or a higher one. */
  readonly revision: number;
}

export interface SeenAnswer {
  readonly revision: number;
  /** The response to a successful write, whose revision is above all known ones. */
  readonly isCommit?: boolean;
}

/** A write that is part of this history. */
export interface KnownWrite {
  readonly key: string;
  readonly revision: number;
  /** As stored; `undefined` for a deletion. */
  readonly value: StoredValue | undefined;
}

/** The newest known writes, from one source. */
export interface Evidence {
  readonly written: KnownWrite | undefined;
  /** The newest deletion, if it is newer than that. */
  readonly deleted: KnownWrite | undefined;
}

/** The end of a history. */
export interface HistoryEnd {
  /** The contradiction, as a clause. */
  readonly seen: string;
  /** Its newest known revision. */
  readonly lastRevision: number;
}

export interface StoreHistory {
  mark(): HistoryMark;
  /** Compares the response with the mark. `false`: the response is of a history that has ended. */
  check(mark: HistoryMark, answer: SeenAnswer): boolean;
  /** Records a write that a response showed, if `check` returned true for it. */
  noteAnswer(write: KnownWrite): void;
  /** Records a write that a verified watch delivered. */
  noteEvent(write: KnownWrite): void;
  /** A watch was lost: the next responses may come from another store. */
  doubt(): void;
  /** Must be called before a member is verified; returns the function to call once it is. */
  beginVerifying(): () => void;
  evidence(): readonly Evidence[];
  /** Ends the history of the mark, unless it has ended. */
  end(mark: HistoryMark, why: string): void;
}

/** `onEnd` is called before the response that showed the contradiction reaches its caller. */
export function createStoreHistory(onEnd: (end: HistoryEnd) => void): StoreHistory {
  let newest: HistoryMark = { generation: 1, revision: 0 };
  let [told, seen] = [noEvidence, noEvidence];
  let [doubts, doubtsSettled] = [0, 0];

  const begin = (answer: SeenAnswer | undefined, why: string): void => {
    const lastRevision = newest.revision;
    newest = { generation: newest.generation + 1, revision: answer?.revision ?? 0 };
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
      const why = contradiction(mark, answer);
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

/** Returns what is impossible within one history, as a clause. */
function contradiction(mark: HistoryMark, { revision, isCommit = false }: SeenAnswer): string | undefined {
  if (revision < mark.revision) return `revision ${mark.revision} was known and the newest is ${revision}`;
  if (isCommit && revision === mark.revision) return `revision ${revision} was known and was given to another write`;
  return undefined;
}
