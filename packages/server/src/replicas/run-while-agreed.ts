/** Runs what only a replica with the keys of its cluster may do, such as leading elections, whenever it has them. */
import type { Logger } from '@keelson/telemetry';

import type { ReplicaStanding } from './keep-replica.ts';

export interface Stoppable {
  stop(): Promise<void>;
}

export interface RunWhileAgreed<Running> {
  /** Undefined while nothing runs. Until it has stopped, it runs. */
  current(): Running | undefined;
  /** Resolves when it has stopped, for good. */
  stop(): Promise<void>;
}

export interface RunWhileAgreedParts<Running> {
  readonly standing: ReplicaStanding;
  readonly start: () => Running;
  readonly logger: Logger;
}

/** Nothing is started before the others are known. A start after a stop waits until that has ended. */
export function runWhileAgreed<Running extends Stoppable>({
  standing,
  start,
  logger,
}: RunWhileAgreedParts<Running>): RunWhileAgreed<Running> {
  let running: Running | undefined;
  let isStopped = false;
  let isKnown = false;
  let settling = Promise.resolve();
  const settle = async (): Promise<void> => {
    const mayRun = isKnown && !isStopped && !standing.isRefused();
    if (mayRun) {
      running ??= start();
    } else {
      try {
        await running?.stop();
      } finally {
        running = undefined;
      }
    }
  };
  const follow = (): Promise<void> => {
    settling = settling.then(settle).catch((error: unknown) => {
      logger.error('what only a replica with the keys of its cluster runs could not be started or stopped', { error });
    });
    return settling;
  };
  const followLater = (): void => {
    follow().catch(() => undefined);
  };
  standing.onChange(followLater);
  const begin = (): void => {
    isKnown = true;
    followLater();
  };
  standing.whenKnown.then(begin, begin);
  return {
    current: () => running,
    stop: () => {
      isStopped = true;
      return follow();
    },
  };
}
