/** The supervisor of `keelson serve --workers`: runs worker processes until it is told to stop. */
import {
  createConfiguredMetrics,
  embeddedPath,
  supervise,
  type ServerConfiguration,
  type SupervisedReplica,
} from '@keelson/server';
import { createAuditMetrics, openJoinedLog, type JoinedLog } from '@keelson/audit';
import { isStorageError, openFollowedStore, type FollowedStore } from '@keelson/storage';
import type { Metrics } from '@keelson/telemetry';

import { exitCode, type ExitCode, type Terminal } from '../terminal.ts';
import { watchProcessFaults } from './process-faults.ts';
import { printReady } from './ready-lines.ts';
import { untilSignal } from './signals.ts';
import { startWorkerProcess } from './worker-process.ts';

export async function serveWithWorkers(configuration: ServerConfiguration, terminal: Terminal): Promise<ExitCode> {
  const { workers, logger, ending } = configuration;
  const faults = watchProcessFaults(logger);
  const opened = await openStore(configuration);
  if (!opened.ok) {
    terminal.writeError(`keelson serve: ${opened.message}\n`);
    return exitCode.failed;
  }
  const { store } = opened;
  const metrics = createConfiguredMetrics(configuration);
  const auditLog = openAuditLog(configuration, metrics);
  const shared = { store, auditLog };
  const replica = supervise({
    ...{ workers, logger, metrics },
    start: (place) => startWorkerProcess(place, shared),
    stopsWithinMs: ending.shutdownDelayMs + ending.gracePeriodMs + closingMs,
  });
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
    // The workers, whose writes it makes, have ended.
    await store?.close();
    await auditLog?.close();
    faults.close();
  }
}

/** The longest that a worker may take to stop beside the waits that flags set: a store may be away while it leaves. */
const closingMs = 30_000;

type OpenedStore =
  { readonly ok: true; readonly store: FollowedStore | undefined } | { readonly ok: false; readonly message: string };

/** The embedded store has one writer, which outlives the workers. */
async function openStore(configuration: ServerConfiguration): Promise<OpenedStore> {
  const { store, logger } = configuration;
  if (store.etcd !== undefined) return { ok: true, store: undefined };
  try {
    const options = { path: embeddedPath(configuration), prefix: store.prefix, logger };
    return { ok: true, store: await openFollowedStore(options) };
  } catch (error) {
    if (isStorageError(error)) return { ok: false, message: error.message };
    throw error;
  }
}

/** The file has one writer, which also rotates it. */
function openAuditLog({ audit: { log }, logger }: ServerConfiguration, metrics: Metrics): JoinedLog | undefined {
  if (log === undefined) return undefined;
  return openJoinedLog({ ...log, onLost: createAuditMetrics(metrics, logger).onLost('log') });
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
