/**
 * Keepalive pings: a member that sends nothing after a ping is gone, even if its connection looks open. Only
 * connections with streams are pinged: etcd counts other pings as abuse and closes the connection with GOAWAY
 * "too_many_pings" after a few of them.
 */

/** Above the shortest interval that etcd allows (`--grpc-keepalive-min-time`, 5 s). */
export const defaultPingMs = 6_000;
const pongMs = 2_000;
const pingPayload = Buffer.alloc(8);

export interface KeepAlive {
  /** Any bytes were received. */
  heard(): void;
  stop(): void;
}

export interface KeepAliveOptions {
  /** A stream is open. */
  readonly hasStreams: () => boolean;
  readonly ping: (payload: Buffer) => void;
  readonly onSilence: () => void;
  readonly pingMs?: number | undefined;
}

/** Its timers do not keep the process alive. */
export function keepAlive({ hasStreams, ping, onSilence, pingMs = defaultPingMs }: KeepAliveOptions): KeepAlive {
  let pongTimer: NodeJS.Timeout | undefined;
  let isHeard = true;
  let isStopped = false;
  /** If the event loop was blocked meanwhile, the pong may be unread: `setImmediate` runs after sockets were read. */
  const checkAfterReads = (): void => {
    setImmediate(() => {
      if (!isHeard && !isStopped) onSilence();
    });
  };
  const timer = setInterval(() => {
    if (!hasStreams()) return;
    clearTimeout(pongTimer);
    isHeard = false;
    pongTimer = setTimeout(checkAfterReads, pongMs).unref();
    ping(pingPayload);
  }, pingMs).unref();
  return {
    heard: () => {
      isHeard = true;
    },
    stop: () => {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(pongTimer);
    },
  };
}
