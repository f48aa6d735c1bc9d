/**
 * Tells how far back a history may reach: what is older than a time, or beyond a
 * number of bytes, ends at which revision. It keeps a mark now and then, not one for
 * each event, so both limits are kept to within one sixty-fourth.
 */

export interface TimelineLimits {
  readonly historyMs: number;
  readonly historyBytes: number;
}

/** A stretch of history: from the mark before up to this revision. */
interface Mark {
  readonly startMs: number;
  readonly startBytes: number;
  endMs: number;
  revision: number;
  /** The bytes of all history ever recorded up to this revision. */
  bytesSoFar: number;
}

export interface Timeline {
  /** An event of the revision being recorded retains this many bytes. */
  add(bytes: number): void;
  /** All events of the revision have been added. */
  finish(revision: number, nowMs: number): void;
  /** The revision up to which history is to be dropped, if there is any. It counts as dropped then. */
  takeExpired(nowMs: number): number | undefined;
  /** History up to this revision was dropped for another reason. */
  forget(revision: number): void;
  /** Everything was dropped. */
  clear(): void;
  bytes(): number;
}

const marksPerLimit = 64;

export function createTimeline({ historyMs, historyBytes }: TimelineLimits): Timeline {
  let marks: Mark[] = [];
  let bytesSoFar = 0;
  let bytesDropped = 0;

  const isLong = (mark: Mark, nowMs: number): boolean =>
    nowMs - mark.startMs >= historyMs / marksPerLimit || bytesSoFar - mark.startBytes >= historyBytes / marksPerLimit;

  const isExpired = (mark: Mark, nowMs: number): boolean =>
    nowMs - mark.endMs >= historyMs || bytesSoFar - bytesDropped > historyBytes;

  return {
    add: (bytes) => {
      bytesSoFar += bytes;
    },
    finish: (revision, nowMs) => {
      const last = marks.at(-1);
      if (last === undefined || isLong(last, nowMs)) {
        marks.push({ startMs: nowMs, startBytes: bytesSoFar, endMs: nowMs, revision, bytesSoFar });
        return;
      }
      last.endMs = nowMs;
      last.revision = revision;
      last.bytesSoFar = bytesSoFar;
    },
    takeExpired: (nowMs) => {
      let count = 0;
      for (const mark of marks) {
        if (!isExpired(mark, nowMs)) break;
        bytesDropped = mark.bytesSoFar;
        count += 1;
      }
      if (count === 0) return undefined;
      const revision = marks[count - 1]?.revision;
      marks = marks.slice(count);
      return revision;
    },
    forget: (revision) => {
      const kept = marks.findIndex((mark) => mark.revision > revision);
      const count = kept === -1 ? marks.length : kept;
      bytesDropped = marks[count - 1]?.bytesSoFar ?? bytesDropped;
      marks = marks.slice(count);
    },
    clear: () => {
      marks = [];
      bytesDropped = bytesSoFar;
    },
    bytes: () => bytesSoFar - bytesDropped,
  };
}
