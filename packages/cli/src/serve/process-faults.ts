/**
 * The policy for faults that no part of the server has handled.
 *
 * A rejection belongs to one piece of work, which is left undone: a request, a batch, a look at a file. It is logged and
 * counted, and everything else goes on; otherwise a client that finds such a request could stop every server with it.
 * An exception was thrown out of the middle of something, and nobody knows what it has left half-way: the server
 * stops in order, so that another process begins from what is stored.
 */
import type { FaultKind } from '@keelson/server';
import type { Logger } from '@keelson/telemetry';

import { exitCode } from '../terminal.ts';

export interface ProcessFaults {
  /** Resolves when an exception was thrown that nothing caught. */
  readonly exception: Promise<void>;
  /** For faults from now on, and for those before. */
  countWith(count: (kind: FaultKind) => void): void;
  /** Leaves faults to the process again. */
  close(): void;
}

/** A fault that comes with every request is not logged with every request. */
const quietMs = 1_000;

export function watchProcessFaults(logger: Pick<Logger, 'error'>): ProcessFaults {
  const before: FaultKind[] = [];
  let count = (kind: FaultKind): void => void before.push(kind);
  let settle: () => void = () => undefined;
  const exception = new Promise<void>((resolve) => (settle = resolve));
  let isStopping = false;
  const logRejection = quietly((reason, times) =>
    logger.error('a promise was rejected and nothing handled it; the server goes on', { error: reason, times }),
  );

  const onRejection = (reason: unknown): void => {
    count('rejection');
    logRejection(reason);
  };
  const onException = (error: unknown): void => {
    count('exception');
    logger.error('an exception was thrown and nothing caught it; the server stops', { error });
    // One that comes on the way down may come for ever.
    if (isStopping) process.exit(exitCode.failed);
    isStopping = true;
    settle();
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);

  return {
    exception,
    countWith: (counter) => {
      count = counter;
      for (const kind of before.splice(0)) counter(kind);
    },
    close: () => {
      process.off('unhandledRejection', onRejection);
      process.off('uncaughtException', onException);
    },
  };
}

function quietly(tell: (reason: unknown, times: number) => void): (reason: unknown) => void {
  let toldMs = -Infinity;
  let untold = 0;
  return (reason) => {
    untold += 1;
    const nowMs = performance.now();
    if (nowMs - toldMs < quietMs) return;
    toldMs = nowMs;
    tell(reason, untold);
    untold = 0;
  };
}
