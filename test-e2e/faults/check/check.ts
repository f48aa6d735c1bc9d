/** The whole judgement over a run. It sees what clients and etcd's own reader noted, and knows nothing of servers. */
import { explain } from './explanations.ts';
import type { Failure, Fault } from './explanations.ts';
import { linearize } from './linearizability.ts';
import type { Operation } from './operation.ts';
import { checkReader, checkShown, checkWrites, resolveUnknown } from './stored.ts';
import type { Shown, Stored } from './stored.ts';
import { checkSession, expectEvents } from './watches.ts';
import type { Session } from './watches.ts';

export interface Record {
  readonly operations: readonly Operation[];
  readonly shown: readonly Shown[];
  readonly sessions: readonly Session[];
  readonly failures: readonly Failure[];
  readonly faults: readonly Fault[];
  readonly history: readonly Stored[];
}

/** One line for each broken promise. */
export function check(record: Record): readonly string[] {
  const { operations, shown, sessions, failures, faults, history } = record;
  const expected = expectEvents(history);
  return [
    ...checkReader(history),
    ...checkWrites(operations, history),
    ...checkShown(shown, history),
    ...checkObjects(operations, history),
    ...sessions.flatMap((session) => checkSession(session, expected)),
    ...failures.flatMap((failure) =>
      explain(failure, faults) === undefined
        ? [`unexplained: ${failure.what} at ${Math.round(failure.startMs)} ms`]
        : [],
    ),
  ];
}

/** The last read of each object is the store's own. */
function checkObjects(operations: readonly Operation[], history: readonly Stored[]): readonly string[] {
  const known = resolveUnknown(operations, history);
  const last = new Map(history.map(({ key, tag }) => [key, tag]));
  const endMs = known.reduce((most, each) => (each.endMs === Infinity ? most : Math.max(most, each.endMs)), 0) + 1;
  return [...groupByKey(known)].flatMap(([key, own]) => {
    const final: Operation = { kind: 'read', key, seen: last.get(key), startMs: endMs, endMs };
    const verdict = linearize([...own, final]);
    if (verdict === 'linearizable') return [];
    if (verdict === 'undecided') return [`undecided: ${key}, ${own.length} operations`];
    return [`not linearizable: ${JSON.stringify(verdict.impossible)}`];
  });
}

function groupByKey(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const each of operations) {
    const group = groups.get(each.key);
    if (group === undefined) groups.set(each.key, [each]);
    else group.push(each);
  }
  return groups;
}
