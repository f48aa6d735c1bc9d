/** A member that does not answer a ping is not there, whatever its connection looks like. */

/** etcd hangs up on those who ask more often than every five seconds. */
const pingMs = 6_000;
const pongMs = 2_000;
const pingPayload = Buffer.alloc(8);

export interface KeepAlive {
  /** The answer to a ping has come. */
  answered(): void;
  stop(): void;
}

export interface KeepAliveOptions {
  /** Whether anything is awaited. etcd hangs up on those who ask and want nothing. */
  readonly isAwaiting: () => boolean;
  readonly ping: (payload: Buffer) => void;
  readonly onSilence: () => void;
}

/** Its timers do not keep the process alive. */
export function keepAlive({ isAwaiting, ping, onSilence }: KeepAliveOptions): KeepAlive {
  let patience: NodeJS.Timeout | undefined;
  const timer = setInterval(() => {
    if (!isAwaiting()) return;
    clearTimeout(patience);
    patience = setTimeout(onSilence, pongMs).unref();
    ping(pingPayload);
  }, pingMs).unref();
  return {
    answered: () => clearTimeout(patience),
    stop: () => {
      clearInterval(timer);
      clearTimeout(patience);
    },
  };
}
