/** `keelson serve`: starts a server and runs it until it is told to stop. */
import { startServer } from '@keelson/server';

import type { Command } from '../command.ts';
import { exitCode } from '../terminal.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { configurationOf } from './configuration.ts';
import { serveFlags } from './flags.ts';
import { printHelp } from './help.ts';
import { parseFlags } from './parse-flags.ts';
import { untilSignal } from './signals.ts';

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
  const configuration = await configurationOf(parseFlags(serveFlags, args));
  const started = await startServer(configuration);
  if (!started.ok) {
    terminal.writeError(`keelson serve: ${started.message}\n`);
    return started.reason === 'configuration' ? exitCode.usage : exitCode.failed;
  }
  const { server } = started;
  await server.whenReady();
  const paste = `kubectl --kubeconfig ${server.kubeconfigPath} get namespaces`;
  terminal.writeOut(`Keelson serves on ${server.url}\n  ${paste}\n`);
  const signal = await untilSignal();
  configuration.logger.info('told to stop', { signal });
  void untilSignal().then(() => server.cutOff());
  await server.stop();
  return exitCode.done;
}
