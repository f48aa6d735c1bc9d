/** The supervisor of `keelson serve --workers`: runs worker processes until it is told to stop. */
import { supervise, type ServerConfiguration, type SupervisedReplica } from '@keelson/server';

import { exitCode, type ExitCode, type Terminal } from '../terminal.ts';
import { watchProcessFaults } from './process-faults.ts';
import { printReady } from './ready-lines.ts';
import { untilSignal } from './signals.ts';
import { startWorkerProcess } from './worker-process.ts';

export async function serveWithWorkers(configuration: ServerConfiguration, terminal: Terminal): Promise<ExitCode> {
  const { workers, logger } = configuration;
  const faults = watchProcessFaults(logger);
  const replica = supervise({ workers, logger, start: startWorkerProcess });
  replica.ready.then(
    (place) => printReady(place, terminal),
    () => undefined,
  );
  try {
    const event = await Promise.race([untilSignal(), faults.exception, replica.ended]);
    if (typeof event === 'number') return toExitCode(event);
    if (event === undefined) {
      replica.kill();
      return exitCode.failed;
    }
    logger.info('told to stop', { signal: event });
    return await stop(replica);
  } finally {
    faults.close();
  }
}

/** A second signal cuts it short. */
async function stop(replica: SupervisedReplica): Promise<ExitCode> {
  replica.stop();
  untilSignal().then(replica.cutOff, replica.cutOff);
  return toExitCode(await replica.ended);
}

function toExitCode(code: number): ExitCode {
  return code === exitCode.done || code === exitCode.usage ? code : exitCode.failed;
}
