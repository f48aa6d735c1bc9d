/**
 * Allowance of frames that are of no use to a client: pings, settings, resets of requests that were not
 * answered yet, empty frames. Some of each is ordinary; more than that is a flood.
 */
import { protocolError, resetCodes } from '../errors.ts';

/** A client that gives up on all its requests at once resets as many streams as it may have. */
const burst = 1_000;
const perSecond = 100;
const msPerSecond = 1_000;

/** Returns the function that counts one. It throws ENHANCE_YOUR_CALM where there were too many. */
export function createAllowance(now: () => number): () => void {
  let left = burst;
  let filledAtMs = now();
  return () => {
    left -= 1;
    if (left >= 0) return;
    const nowMs = now();
    left = Math.min(burst, Math.floor(((nowMs - filledAtMs) * perSecond) / msPerSecond)) - 1;
    filledAtMs = nowMs;
    if (left < 0) throw protocolError('too many frames that ask for nothing', resetCodes.enhanceYourCalm);
  };
}
