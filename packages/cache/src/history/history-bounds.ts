/**
 * Which revisions are of the history that the store has now. A store that is restored from a backup numbers its
 * writes as it did before, so a revision that a client names may be of a history that has ended.
 */
export interface HistoryBounds {
  /** A lower revision may be of an earlier history. 0 if none has ended, Infinity until the new one is known. */
  began(): number;
  /** Revisions up to this one were given in an earlier history. */
  endedAt(): number;
}

export interface HistoryRecord extends HistoryBounds {
  end(lastRevision: number): void;
  /** The store is known to be at this revision. Only the first after an end counts. */
  begin(revision: number): void;
}

export function createHistoryRecord(): HistoryRecord {
  let [began, endedAt] = [0, 0];
  return {
    began: () => began,
    endedAt: () => endedAt,
    end: (lastRevision) => {
      endedAt = Math.max(endedAt, lastRevision);
      began = Infinity;
    },
    begin: (revision) => {
      if (began === Infinity) began = revision;
    },
  };
}
