/** `keelson serve`: starts a server and runs it until it is told to stop. */
import { startServer, type RunningServer, type ServerConfiguration } from '@keelson/server';
import type { Logger } from '@keelson/telemetry';

import type { Command } from '../command.ts';
import { exitCode } from '../terminal.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { version } from '../version.ts';
import { serveFlags } from './flags.ts';
import { giveHeapRoom } from './heap-growth.ts';
import { printHelp } from './help.ts';
import { watchProcessFaults, type ProcessFaults } from './process-faults.ts';
import { printReady } from './ready-lines.ts';
import { readServeFlags } from './read-serve-flags.ts';
import { ignoreSignals, untilSignal } from './signals.ts';
import { serveWithWorkers } from './supervisor.ts';
import { findReplicaLink } from './worker-process.ts';
import { holdYoungGeneration } from './young-generation.ts';

const intro = `Serve the API.

Usage: keelson serve [flags]

With no flags: the embedded store in .keelson, certificates and an administrator's
kubeconfig made once and kept there, HTTPS on 127.0.0.1:6443.`;

const outro = `      --help                      this text

SIGTERM or SIGINT: not ready any more, then the shutdown delay, then watches end,
requests finish, and the process exits with 0. A second signal cuts it short.
`;

export const serveCommand: Command = {
  help: printHelp(intro, serveFlags, outro),
  run: serve,
};

async function serve(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (args.includes('--version') || args.includes('--version=true')) {
    terminal.writeOut(`keelson ${version}\n`);
    return exitCode.done;
  }
  const link = findReplicaLink(terminal.env);
  const configuration = { ...(await readServeFlags(args)), link };
  if (configuration.workers > 1 && link === undefined) return serveWithWorkers(configuration, terminal);
  // The supervisor tells a worker when to stop, also where a signal goes to the whole group of processes.
  if (link !== undefined) ignoreSignals();
  const faults = watchProcessFaults(configuration.logger);
  const letGrow = holdYoungGeneration();
  const takeRoom = giveHeapRoom();
  try {
    const untilStopped = link === undefined ? [] : [link.whenStopped.then(() => 'stop' as const)];
    const started = await Promise.race([startServer(configuration), faults.exception, ...untilStopped]);
    if (started === undefined) return await leave();
    // Such as one that waits for its store.
    if (started === 'stop') process.exit(exitCode.failed);
    if (!started.ok) {
      terminal.writeError(`keelson serve: ${started.message}\n`);
      return started.reason === 'configuration' ? exitCode.usage : exitCode.failed;
    }
    faults.countWith(started.server.noteFault);
    started.server.whenReady().then(letGrow, letGrow);
    return await serveUntilStopped(started.server, { logger: configuration.logger, link, faults, terminal });
  } finally {
    letGrow();
    takeRoom();
    faults.close();
    link?.leave();
  }
}

interface ServeParts extends Pick<ServerConfiguration, 'link'> {
  readonly logger: Logger;
  readonly faults: ProcessFaults;
  readonly terminal: Terminal;
}

async function serveUntilStopped(server: RunningServer, parts: ServeParts): Promise<ExitCode> {
  const { logger, link, faults, terminal } = parts;
  const untilStopped = link === undefined ? untilSignal : () => link.whenStopped.then(() => 'stop');
  try {
    // A replica may be stopped while one of its workers starts.
    const start = [server.whenReady().then(() => 'ready'), faults.exception];
    const event = await Promise.race(link === undefined ? start : [...start, untilStopped()]);
    if (event === undefined) return await leave(server);
    if (event === 'ready' && link === undefined) printReady(server, terminal);
    if (event === 'ready') link?.ready({ url: server.url, kubeconfigPath: server.kubeconfigPath });
  } catch (error) {
    logger.error('the server cannot be made ready; it stops', { error });
    return leave(server);
  }
  const signal = await Promise.race([untilStopped(), faults.exception]);
  if (signal === undefined) return leave(server);
  if (link === undefined) logger.info('told to stop', { signal });
  const cutOff = (): void => server.cutOff();
  (link === undefined ? untilSignal() : link.whenCutOff).then(cutOff, cutOff);
  await server.stop();
  return exitCode.done;
}

/** Stops after a fault: in order where that is still possible, and soon in any case. */
async function leave(server?: RunningServer): Promise<ExitCode> {
  // A fault may have left handles open, which keep the process from ending by itself.
  setTimeout(() => process.exit(exitCode.failed), server === undefined ? 0 : leavingMs).unref();
  const cutOff = setTimeout(() => server?.cutOff(), leavingMs / 2).unref();
  await server?.stop().catch(() => undefined);
  clearTimeout(cutOff);
  return exitCode.failed;
}

/** The limit on shutdown after a fault, whatever the flags say. */
const leavingMs = 10_000;
