/**
 * Keepalive pings: a member from which nothing is heard after a ping is not there, whatever its connection looks like.
 * Only connections with streams are pinged: etcd counts any other ping as abuse, and closes the connection with GOAWAY
 * "too_many_pings" after a few of them.
 */

/** Above the least time between pings that etcd allows (`--grpc-keepalive-min-time`, 5 s). */
export const defaultPingMs = 6_000;
const pongMs = 2_000;
const pingPayload = Buffer.alloc(8);

export interface KeepAlive {
  /** Bytes of whatever kind have come. */
  heard(): void;
  stop(): void;
}

export interface KeepAliveOptions {
  /** Whether the peer has a stream of ours open. */
  readonly hasStreams: () => boolean;
  readonly ping: (payload: Buffer) => void;
  readonly onSilence: () => void;
  readonly pingMs?: number | undefined;
}

/** Its timers do not keep the process alive. */
export function keepAlive({ hasStreams, ping, onSilence, pingMs = defaultPingMs }: KeepAliveOptions): KeepAlive {
  let patience: NodeJS.Timeout | undefined;
  let isHeard = true;
  let isStopped = false;
  /** If the event loop stood still meanwhile, the answer may be there and unread: sockets are read before this runs. */
  const lookAgain = (): void => {
    setImmediate(() => {
      if (!isHeard && !isStopped) onSilence();
    });
  };
  const timer = setInterval(() => {
    if (!hasStreams()) return;
    clearTimeout(patience);
    isHeard = false;
    patience = setTimeout(lookAgain, pongMs).unref();
    ping(pingPayload);
  }, pingMs).unref();
  return {
    heard: () => {
      isHeard = true;
    },
    stop: () => {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(patience);
    },
  };
}
