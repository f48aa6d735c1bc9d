/**
 * Long work on the event loop, cut into slices. All such work of a thread shares one
 * budget per turn of the loop: a hundred tasks that are due together cost a turn as much
 * as one, and input and output come between their slices.
 */

/** The time budget of all sliced work in one turn of the event loop. */
const sliceMs = 10;

const waiting: (() => void)[] = [];
/** When the first slice of this turn began; `undefined` between turns. */
let turnBeganMs: number | undefined;

/**
 * To be called between two pieces of work that each take a millisecond or two at most.
 * `undefined`: go on. A promise: the budget is spent, go on when it resolves. Cost of going
 * on: one reading of the clock.
 */
export function giveWay(): Promise<void> | undefined {
  const nowMs = performance.now();
  if (turnBeganMs === undefined) {
    turnBeganMs = nowMs;
    if (waiting.length === 0) setImmediate(beginTurn);
  }
  if (nowMs - turnBeganMs < sliceMs) return undefined;
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

/** One task a turn, the one that has waited longest: what it resumes has the whole budget. */
function beginTurn(): void {
  const next = waiting.shift();
  turnBeganMs = next === undefined ? undefined : performance.now();
  if (next === undefined) return;
  setImmediate(beginTurn);
  next();
}
