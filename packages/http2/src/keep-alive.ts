/**
 * Keepalive pings: a server that sends nothing after a ping is gone, even if its connection looks open. Only
 * connections with streams are pinged: servers of gRPC count other pings as abuse and close the connection with GOAWAY
 * "too_many_pings" after a few of them.
 */

export interface KeepAliveOptions {
  /** A stream is open. */
  readonly hasStreams: () => boolean;
  /** Changes with everything that is received. */
  readonly heard: () => number;
  readonly ping: () => void;
  readonly onSilence: () => void;
  /** Between pings. */
  readonly pingMs: number;
  /** The longest silence after a ping. */
  readonly pongMs: number;
}

/** Its timers do not keep the process alive. Returns the function that stops it. */
export function keepAlive({ hasStreams, heard, ping, onSilence, pingMs, pongMs }: KeepAliveOptions): () => void {
  let pongTimer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const check = (before: number): void => {
    // If the event loop was blocked meanwhile, the pong may be unread: `setImmediate` runs after sockets were read.
    setImmediate(() => {
      if (heard() === before && !isStopped) onSilence();
    });
  };
  const timer = setInterval(() => {
    if (!hasStreams()) return;
    clearTimeout(pongTimer);
    pongTimer = setTimeout(check, pongMs, heard()).unref();
    ping();
  }, pingMs).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    clearTimeout(pongTimer);
  };
}
