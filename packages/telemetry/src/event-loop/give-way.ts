/**
 * Long work on the event loop, cut into slices. All such work of a thread shares one
 * budget per turn of the loop: a hundred tasks that are due together cost a turn as much
 * as one, and input and output come between their slices.
 */

import { runDue } from './end-of-turn.ts';
import { createRests } from './rests.ts';

/** The time budget of all sliced work in one turn of the event loop, while there is no other work. */
const aloneMs = 10;
/**
 * The budget while short requests are served. Each of them needs several turns, and finds one under way: with the longer
 * budget their slowest took ten times what they take on a quiet server. Shorter turns cost the sliced work a few percent.
 */
const sharedMs = 2;
/** The budget while one of them is under way: it waits for a slice at each step that it takes. */
const urgentMs = 0.5;
/** After a short request others are expected for this long. */
const expectedMs = 500;
/** One that is under way for longer waits for somebody else, such as a webhook. */
const mostUrgentMs = 100;

const waiting: (() => void)[] = [];
/** When the first slice of this turn began; `undefined` between turns. */
let turnBeganMs: number | undefined;
let hasShortWork = false;
let underWay = 0;
let lastShortMs = -expectedMs;
const rests = createRests();

/** A short request is served: sliced work has a smaller budget until some time after its end. Cost: none to speak of. */
export function beginShortWork(): void {
  hasShortWork = true;
  underWay += 1;
}

/** To be called once for each that began. */
export function endShortWork(): void {
  underWay -= 1;
}

/** The budget in force, in milliseconds. */
export function sliceBudgetMs(): number {
  return budgetAt(performance.now());
}

function budgetAt(nowMs: number): number {
  if (hasShortWork) {
    hasShortWork = false;
    lastShortMs = nowMs;
  }
  const sinceMs = nowMs - lastShortMs;
  if (sinceMs >= expectedMs) return aloneMs;
  return underWay > 0 && sinceMs < mostUrgentMs ? urgentMs : sharedMs;
}

/**
 * To be called between two pieces of work that each take a millisecond or two at most.
 * `undefined`: go on. A promise: the budget is spent, go on when it resolves. Cost of going
 * on: one reading of the clock.
 */
export function giveWay(): Promise<void> | undefined {
  const nowMs = performance.now();
  const beganMs = noteTurn(nowMs);
  return nowMs - beganMs < budgetAt(nowMs) ? undefined : nextTurn();
}

/**
 * For the work on long answers: as `giveWay`, and where processors are few it rests too, while short requests are served.
 */
export function giveWayWithRests(): Promise<void> | undefined {
  rests.noteWork();
  return rests.current?.then(giveWay) ?? giveWay();
}

/**
 * For long work that nobody waits for: as `giveWay`, and while short requests are served it rests after each slice, so that
 * they find the thread free most of the time.
 */
export function giveWayPatiently(): Promise<void> | undefined {
  const paused = giveWay();
  return paused === undefined || sliceBudgetMs() === aloneMs ? paused : paused.then(restPatiently);
}

/** Some times what a slice takes. */
const patientRestMs = 5;

function restPatiently(): Promise<void> {
  return restFor(patientRestMs);
}

/**
 * For work that makes requests of its own and that nobody waits for: rests once before it begins, while short requests are
 * under way. What changes meanwhile is worked on once.
 */
export function giveWayToRequests(): Promise<void> | undefined {
  return sliceBudgetMs() === urgentMs ? restFor(requestRestMs) : undefined;
}

/** The time in which some dozen requests of a burst are answered. */
const requestRestMs = 20;

function restFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Work on so much takes some milliseconds in one go. */
const largeBytes = 64 * 1024;

/**
 * To be called before a piece of work that cannot be cut and takes as long as its bytes are many, such as the parsing of an
 * object: a large one has a turn of the event loop for itself.
 */
export function giveWayFor(bytes: number): Promise<void> | undefined {
  if (bytes < largeBytes) return giveWay();
  noteTurn(performance.now());
  return nextTurn();
}

/** Returns when the first slice of this turn began. */
function noteTurn(nowMs: number): number {
  if (turnBeganMs === undefined) {
    turnBeganMs = nowMs;
    if (waiting.length === 0) setImmediate(beginTurn);
  }
  return turnBeganMs;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

/** One task a turn, the one that has waited longest: what it resumes has the whole budget. */
function beginTurn(): void {
  runDue();
  const nowMs = performance.now();
  if (turnBeganMs !== undefined) rests.noteTurn(nowMs - turnBeganMs, nowMs - lastShortMs < expectedMs);
  const next = waiting.shift();
  turnBeganMs = next === undefined ? undefined : nowMs;
  if (next === undefined) return;
  setImmediate(beginTurn);
  next();
}
