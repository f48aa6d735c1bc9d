/**
 * The time after which a client that is refused may come again: a second, as in 1.24. In a storm each is told a time of
 * its own, since thousands that were refused in one second would otherwise come again in one second.
 */

/** So many in a second may come again together. */
const togetherPerSecond = 300;
const mostSeconds = 10;
const secondMs = 1_000;

/** Returns the value of a `Retry-After`, for one more refusal. */
export type RetryAfter = () => string;

export function createRetryAfter(now: () => number = () => performance.now(), random = Math.random): RetryAfter {
  let beganMs = now();
  let refusals = 0;
  return () => {
    const nowMs = now();
    if (nowMs - beganMs >= secondMs) [beganMs, refusals] = [nowMs, 0];
    const seconds = Math.min(1 + Math.floor(refusals / togetherPerSecond), mostSeconds);
    refusals += 1;
    return String(1 + Math.floor(random() * seconds));
  };
}
