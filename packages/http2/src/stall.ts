/**
 * Detects a stall: something waits for the server (to complete the handshake, to allow a stream, to open a window) and
 * there was no progress for too long. Time is counted in ticks of a timer, so a blocked event loop is not mistaken for
 * a silent server.
 */

const ticks = 4;

export interface StallOptions {
  readonly isWaiting: () => boolean;
  /** Changes with every progress. */
  readonly moved: () => number;
  /** Called again while the stall lasts. */
  readonly onStall: () => void;
  readonly limitMs: number;
}

/** Its timer does not keep the process alive. Returns the function that stops it. */
export function watchForStall({ isWaiting, moved, onStall, limitMs }: StallOptions): () => void {
  let seen = moved();
  let still = 0;
  const timer = setInterval(() => {
    const now = moved();
    // Calls time out and are retried: between two of them nothing waits, and that is no progress either.
    if (now !== seen) still = 0;
    else if (isWaiting()) still += 1;
    seen = now;
    if (still < ticks) return;
    still = 0;
    onStall();
  }, limitMs / ticks).unref();
  return () => clearInterval(timer);
}
