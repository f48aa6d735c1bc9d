/**
 * Measures the processor's time of a function, for tests of a limit. A limit is stated for the machine that it was
 * found on; here it holds on slower machines too, and beside other processes.
 *
 * Three things make a measurement too high: a slow processor, which a constant piece of work before and after tells;
 * a moment in which the machine gives the processor to others and counts that as ours; and the collector. The last two
 * pass, so that a measurement above the limit is taken again. A fault is as slow each time.
 */

/** As long as `workSteadily` takes on the machine that limits are found on. */
const referenceMs = 1.6;
const loops = 1_000_000;
/** Until the work is compiled, it takes several times as long. */
let runsUntilCompiled = 8;
const attempts = 6;

/** The least of a few measurements, or the first one below `enoughMs`. */
export function leastMsOf(measure: () => number, enoughMs: number): number {
  let leastMs = Infinity;
  for (let attempt = 0; attempt < attempts && leastMs >= enoughMs; attempt += 1) {
    leastMs = Math.min(leastMs, measure());
  }
  return leastMs;
}

export interface Measured<T> {
  readonly result: T;
  /** The processor's time, at the speed of the reference. */
  readonly ms: number;
}

export function measureProcessor<T>(run: () => T): Measured<T> {
  for (; runsUntilCompiled > 0; runsUntilCompiled -= 1) workSteadily();
  const before = timeOf(workSteadily).ms;
  const { result, ms } = timeOf(run);
  const slowness = Math.max(before, timeOf(workSteadily).ms) / referenceMs;
  return { result, ms: ms / Math.max(1, slowness) };
}

/** The processor's time of the quickest of a few runs: what a test of a limit compares with it. */
export function quickestMsOf(run: () => unknown, limitMs: number): number {
  return leastMsOf(() => measureProcessor(run).ms, limitMs);
}

function timeOf<T>(run: () => T): Measured<T> {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1_000 };
}

function workSteadily(): number {
  let sum = 0;
  for (let loop = 0; loop < loops; loop += 1) sum = (sum * 31 + loop) | 0;
  return sum;
}
