/**
 * Checks a history of concurrent operations on keys: is there one order of them
 * all that agrees with what each saw and with which ended before which began? It
 * knows nothing of storage; every write writes a token of its own.
 *
 * The search is Wing and Gong's with Lowe's memory of configurations seen: take any
 * operation that may be next, apply it, go on; go back when none fits. Keys are
 * independent, so each is searched by itself.
 */

/** The state of a key: the token that was written, `undefined` if it does not exist. */
export type Token = number | undefined;

export interface HistoricRead {
  readonly kind: 'read';
  readonly saw: Token;
}

export interface HistoricWrite {
  readonly kind: 'write';
  readonly expected: Token;
  /** `undefined` deletes. */
  readonly wrote: Token;
  /** `unknown`: no answer came, so it may have happened, at any time since, or not. */
  readonly outcome: 'done' | 'unknown' | { readonly refusedBecauseOf: Token };
}

export interface Operation {
  readonly key: string;
  readonly action: HistoricRead | HistoricWrite;
  readonly startedAt: number;
  readonly endedAt: number;
}

export type Verdict =
  | { readonly ok: true }
  /** `stuckAt`: what was under way where the longest order ends; none of it fits. */
  | { readonly ok: false; readonly key: string; readonly holding: Token; readonly stuckAt: readonly Operation[] };

export function checkLinearizable(history: readonly Operation[]): Verdict {
  const byKey = new Map<string, Operation[]>();
  for (const operation of history) {
    const list = byKey.get(operation.key);
    if (list === undefined) byKey.set(operation.key, [operation]);
    else list.push(operation);
  }
  for (const [key, operations] of byKey) {
    const stuck = searchOrder(operations);
    if (stuck !== undefined) return { ok: false, key, ...stuck };
  }
  return { ok: true };
}

/** The progress of an order. Operations are numbered in the order they began. */
interface Configuration {
  /** All operations below it are placed. */
  readonly lowest: number;
  /** Those above it that are placed too. */
  readonly ahead: readonly number[];
  /** Those without an answer that were taken to have happened. */
  readonly assumed: readonly number[];
  readonly holding: Token;
  readonly placed: number;
}

interface Stuck {
  readonly holding: Token;
  readonly stuckAt: readonly Operation[];
}

function searchOrder(operations: readonly Operation[]): Stuck | undefined {
  const sorted = operations.toSorted((a, b) => a.startedAt - b.startedAt);
  const answered = sorted.filter((operation) => !isUnanswered(operation));
  const unanswered = sorted.filter(isUnanswered);
  const seen = new Set<string>();
  let farthest: Configuration = { lowest: 0, ahead: [], assumed: [], holding: undefined, placed: 0 };
  const pending = [farthest];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at.lowest === answered.length) return undefined;
    if (at.placed > farthest.placed) farthest = at;
    for (const next of stepsFrom(at, answered, unanswered)) {
      const name = `${next.lowest}|${next.ahead.join()}|${next.assumed.join()}|${String(next.holding)}`;
      if (seen.has(name)) continue;
      seen.add(name);
      pending.push(next);
    }
  }
  const stuckAt = candidatesOf(farthest, answered).numbers.flatMap((number) => answered[number] ?? []);
  return { holding: farthest.holding, stuckAt };
}

function isUnanswered({ action }: Operation): boolean {
  return action.kind === 'write' && action.outcome === 'unknown';
}

function stepsFrom(
  at: Configuration,
  answered: readonly Operation[],
  unanswered: readonly Operation[],
): readonly Configuration[] {
  const { numbers, deadline } = candidatesOf(at, answered);
  // An operation that fits and changes nothing can come now: moving it forward keeps an order valid.
  const idle = numbers.find((number) => isIdle(answered[number], at.holding));
  if (idle !== undefined) return [place(at, idle, at.holding)];
  const steps: Configuration[] = [];
  for (const [number, operation] of unanswered.entries()) {
    if (operation.startedAt > deadline) break;
    const holding = at.assumed.includes(number) ? 'refused' : apply(operation, at.holding);
    if (holding === 'refused') continue;
    const assumed = [...at.assumed, number].sort((a, b) => a - b);
    steps.push({ ...at, assumed, holding });
  }
  // The last step is tried first: the earliest operation, and lost writes only if need be.
  for (const number of numbers.reverse()) {
    const operation = answered[number];
    const holding = operation === undefined ? 'refused' : apply(operation, at.holding);
    if (holding !== 'refused') steps.push(place(at, number, holding));
  }
  return steps;
}

/** The candidates for the next place: those begun before the first of the rest has ended. */
function candidatesOf(at: Configuration, answered: readonly Operation[]): { numbers: number[]; deadline: number } {
  const waiting: number[] = [];
  let deadline = Number.POSITIVE_INFINITY;
  for (let number = at.lowest; number < answered.length; number += 1) {
    const operation = answered[number];
    if (operation === undefined || operation.startedAt > deadline) break;
    if (at.ahead.includes(number)) continue;
    waiting.push(number);
    deadline = Math.min(deadline, operation.endedAt);
  }
  const numbers = waiting.filter((number) => (answered[number]?.startedAt ?? Number.POSITIVE_INFINITY) <= deadline);
  return { numbers, deadline };
}

function place(at: Configuration, number: number, holding: Token): Configuration {
  const ahead = new Set([...at.ahead, number]);
  let { lowest } = at;
  while (ahead.delete(lowest)) lowest += 1;
  return { ...at, lowest, ahead: [...ahead].sort((a, b) => a - b), holding, placed: at.placed + 1 };
}

function isIdle(operation: Operation | undefined, holding: Token): boolean {
  if (operation === undefined || apply(operation, holding) === 'refused') return false;
  return operation.action.kind === 'read' || typeof operation.action.outcome === 'object';
}

/** The state of the key afterwards, or that the operation cannot have happened now. */
function apply({ action }: Operation, holding: Token): Token | 'refused' {
  if (action.kind === 'read') return action.saw === holding ? holding : 'refused';
  const isExpected = action.expected === holding;
  if (action.outcome === 'done' || action.outcome === 'unknown') return isExpected ? action.wrote : 'refused';
  return !isExpected && action.outcome.refusedBecauseOf === holding ? holding : 'refused';
}
