/**
 * Measures how the cost of a function grows with its input, for tests of the law that it grows in proportion.
 *
 * Other processes and the garbage collector disturb a clock. So it is the processor's time that is taken, of the
 * quickest of several runs, and over three doublings, where a linear cost is eight times as high and a quadratic one
 * sixty-four times. A cost close to zero is not compared at all.
 */

/** With inputs of 128 KB, a step for every pair of characters takes seconds, one for every pair of words a tenth. */
const negligibleMs = 4;
const doublings = 3;
const attempts = 8;
const runs = 2;

/** Twice for linear cost; room for what falls out of caches. Four times is quadratic. */
export const acceptableGrowth = 2.5;

/**
 * The factor by which `run` slows down with each doubling of its input up to `size`; 1 where its
 * cost is close to zero.
 */
export function growthOf<T>(make: (size: number) => T, run: (input: T) => unknown, size = 131_072): number {
  const [small, large] = [make(size / 2 ** doublings), make(size)];
  let [leastSmall, leastLarge] = [timeOf(run, small), timeOf(run, large)];
  for (let attempt = 0; attempt < attempts && growth(leastSmall, leastLarge) > acceptableGrowth; attempt += 1) {
    for (let count = 0; count < runs; count += 1) leastLarge = Math.min(leastLarge, timeOf(run, large));
    // As long as for the larger input, so that both are as likely to have a run that nothing disturbed.
    for (let count = 0; count < runs * 2 ** doublings; count += 1)
      leastSmall = Math.min(leastSmall, timeOf(run, small));
  }
  return growth(leastSmall, leastLarge);
}

function growth(smallMs: number, largeMs: number): number {
  return largeMs <= negligibleMs ? 1 : (largeMs / Math.max(smallMs, 0.01)) ** (1 / doublings);
}

function timeOf<T>(run: (input: T) => unknown, input: T): number {
  const before = process.cpuUsage();
  run(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
