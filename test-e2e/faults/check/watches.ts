/** Watches against the history of the store: each event once, in order, of the right type, and none missing. */
import type { Stored } from './stored.ts';

export interface Seen {
  readonly type: string;
  readonly key: string;
  readonly revision: number;
  readonly tag: string;
}

/** Events that one watch delivered from its start to its end. */
export interface Session {
  readonly watcher: string;
  /** The resource version that it was opened with. */
  readonly from: number;
  readonly events: readonly Seen[];
  /** The resource version of its last event or bookmark, with which a client goes on. */
  readonly through: number;
}

interface Expected {
  readonly type: string;
  readonly key: string;
  readonly revision: number;
  readonly tag: string;
}

/** The events that the history makes. A deletion shows the version before it. */
export function expectEvents(history: readonly Stored[]): readonly Expected[] {
  const last = new Map<string, string>();
  return history.map(({ key, revision, createRevision, tag }) => {
    const before = last.get(key) ?? '';
    if (tag === undefined) return { type: 'DELETED', key, revision, tag: before };
    last.set(key, tag);
    return { type: createRevision === revision ? 'ADDED' : 'MODIFIED', key, revision, tag };
  });
}

const textOf = (event: Seen | undefined): string =>
  event === undefined ? 'nothing' : `${event.type} ${event.key} ${event.tag} at ${event.revision}`;

/** The first difference of a session. `expected`: in the order of their revisions. */
export function checkSession(session: Session, expected: readonly Expected[]): readonly string[] {
  const { watcher, from, through, events } = session;
  let at = firstAfter(expected, from);
  for (const event of events) {
    if (textOf(event) !== textOf(expected[at])) {
      return [`watch: ${watcher} from ${from} got ${textOf(event)} in place of ${textOf(expected[at])}`];
    }
    at += 1;
  }
  const next = expected[at];
  if (next === undefined || next.revision > through) return [];
  return [`watch: ${watcher} from ${from} went on to ${through} without ${textOf(next)}`];
}

function firstAfter(expected: readonly Expected[], revision: number): number {
  let [low, high] = [0, expected.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((expected[middle]?.revision ?? Infinity) <= revision) low = middle + 1;
    else high = middle;
  }
  return low;
}
