/**
 * Measures how the cost of a function grows with its input, for tests of the law that it grows in proportion.
 *
 * Other processes and the garbage collector disturb a clock. So it is the processor's time that is taken, of the
 * quickest of several runs, and over three doublings, where a linear cost is eight times as high and a quadratic one
 * sixty-four times. A cost close to zero is not compared at all. What survives a collection of garbage costs more
 * than what does not, so that a linear cost may rise by more where inputs grow out of the youngest generation: over
 * further doublings it does not, and a quadratic one does.
 */

/** With inputs of 128 KB, a step for every pair of characters takes seconds, one for every pair of words a tenth. */
const negligibleMs = 4;
const doublings = 3;
const attempts = 8;
const runs = 2;
const furtherDoublings = 4;
/** A quadratic cost of more than that would take a minute over the further doublings. */
const longestMs = 200;

/** In the middle between linear cost, which doubles, and quadratic, which is four times as high. */
export const acceptableGrowth = Math.sqrt(2 * 4);

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
  const found = growth(leastSmall, leastLarge);
  if (found <= acceptableGrowth || leastLarge > longestMs) return found;
  const further = make(size * 2 ** furtherDoublings);
  let leastFurther = Infinity;
  for (let count = 0; count < runs; count += 1) leastFurther = Math.min(leastFurther, timeOf(run, further));
  return Math.min(found, growth(leastLarge, leastFurther, furtherDoublings));
}

function growth(smallMs: number, largeMs: number, times = doublings): number {
  return largeMs <= negligibleMs ? 1 : (largeMs / Math.max(smallMs, 0.01)) ** (1 / times);
}

function timeOf<T>(run: (input: T) => unknown, input: T): number {
  const before = process.cpuUsage();
  run(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
