/**
 * A deadline for progress: something waits for the peer (to finish the handshake, to allow a stream, to open a window)
 * and nothing of it has moved for too long. The time is counted in beats, so that an event loop that stood still
 * itself does not take the peer for silent.
 */

/** Longer than a handshake takes on a busy machine, and short beside the time limit of a request. */
const defaultLimitMs = 4_000;
const beats = 4;

export interface StallOptions {
  readonly isWaiting: () => boolean;
  /** Changes with everything that moves. */
  readonly moved: () => number;
  /** May be called again for as long as it lasts. */
  readonly onStall: () => void;
  readonly limitMs?: number | undefined;
}

/** Its timer does not keep the process alive. Returns what stops it. */
export function watchForStall({ isWaiting, moved, onStall, limitMs = defaultLimitMs }: StallOptions): () => void {
  let seen = moved();
  let still = 0;
  const timer = setInterval(() => {
    const now = moved();
    // Calls give up and come again: between two of them nothing waits, and nothing has moved either.
    if (now !== seen) still = 0;
    else if (isWaiting()) still += 1;
    seen = now;
    if (still < beats) return;
    still = 0;
    onStall();
  }, limitMs / beats).unref();
  return () => clearInterval(timer);
}
