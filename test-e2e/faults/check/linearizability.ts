/**
 * Linearizability of one object's history (Wing and Gong's search, one return at a time as in Lowe's just-in-time
 * linearization): is there an order of all operations that respects who ended before whom, and in which each operation
 * answers what it answered? A write of unknown outcome may take effect at any time after its start, or never.
 */
import type { Operation } from './operation.ts';

/** The tag of the object's version; undefined where there is none. */
type State = string | undefined;

/** `undecided`: the search met more possibilities than it may follow. */
export type Verdict = 'linearizable' | 'undecided' | { readonly impossible: Operation };

/** A way in which things may have gone so far: operations that took effect and have not returned. */
interface Possibility {
  readonly state: State;
  readonly effective: ReadonlySet<number>;
}

const mostPossibilities = 20_000;

/** `first`: the state before all. Costs time in proportion to the history as long as few operations are concurrent. */
export function linearize(operations: readonly Operation[], first?: State): Verdict {
  const open = new Set<number>();
  let possible: readonly Possibility[] = [{ state: first, effective: new Set() }];
  for (const { index, isStart } of orderMoments(operations)) {
    if (isStart) {
      open.add(index);
      continue;
    }
    const next = returnOne(operations, { open, index, possible });
    if (next === undefined) return 'undecided';
    const [operation] = operations.slice(index, index + 1);
    if (next.length === 0 && operation !== undefined) return { impossible: operation };
    open.delete(index);
    possible = next;
  }
  return 'linearizable';
}

interface Moment {
  readonly index: number;
  readonly isStart: boolean;
  readonly atMs: number;
}

/** Of two at the same time the start comes first, which forbids less. */
function orderMoments(operations: readonly Operation[]): readonly Moment[] {
  const moments = operations.flatMap(({ startMs, endMs }, index): Moment[] => [
    { index, isStart: true, atMs: startMs },
    ...(endMs === Infinity ? [] : [{ index, isStart: false, atMs: endMs }]),
  ]);
  return moments.sort((a, b) => a.atMs - b.atMs || Number(b.isStart) - Number(a.isStart));
}

interface Return {
  readonly open: ReadonlySet<number>;
  readonly index: number;
  readonly possible: readonly Possibility[];
}

/** The possibilities in which the operation has taken effect, which it must have when it returns. */
function returnOne(
  operations: readonly Operation[],
  { open, index, possible }: Return,
): readonly Possibility[] | undefined {
  const left = [...possible];
  const met = new Set<string>();
  const returned = new Map<string, Possibility>();
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (met.size > mostPossibilities) return undefined;
    if (one.effective.has(index)) {
      const effective = new Set(one.effective);
      effective.delete(index);
      const rest = { state: one.state, effective };
      returned.set(nameOf(rest), rest);
      continue;
    }
    for (const next of followers(operations, one, open)) {
      const name = nameOf(next);
      if (met.has(name)) continue;
      met.add(name);
      left.push(next);
    }
  }
  return [...returned.values()];
}

const nameOf = ({ state, effective }: Possibility): string =>
  `${String(state)} ${[...effective].sort((a, b) => a - b).join()}`;

function followers(
  operations: readonly Operation[],
  { state, effective }: Possibility,
  open: ReadonlySet<number>,
): readonly Possibility[] {
  const found: Possibility[] = [];
  for (const index of open) {
    const operation = operations[index];
    if (operation === undefined || effective.has(index)) continue;
    const after = apply(operation, state);
    if (after === 'impossible') continue;
    const isIdle = after.state === state;
    // Without an effect, an unknown write is as good as still to come.
    if (isIdle && operation.endMs === Infinity) continue;
    const next = { state: after.state, effective: new Set(effective).add(index) };
    // An update without a change conflicts with nothing: there is no need to try the others first.
    if (isIdle) return [next];
    found.push(next);
  }
  return found;
}

/** The state after it, if it can have been answered as it was in this state. */
function apply(operation: Operation, state: State): { readonly state: State } | 'impossible' {
  if (operation.kind === 'read') return operation.seen === state ? { state } : 'impossible';
  const holds = meetsCondition(operation, state);
  if (operation.outcome === 'unknown') return { state: holds ? tagOf(operation) : state };
  if (holds !== (operation.outcome === 'done')) return 'impossible';
  return { state: holds ? tagOf(operation) : state };
}

type Written = Exclude<Operation, { readonly kind: 'read' }>;

function meetsCondition(operation: Written, state: State): boolean {
  switch (operation.kind) {
    case 'create':
      return state === undefined;
    case 'update':
      return state === operation.expected;
    case 'patch':
    case 'delete':
      return state !== undefined;
  }
}

const tagOf = (operation: Written): State => (operation.kind === 'delete' ? undefined : operation.tag);
