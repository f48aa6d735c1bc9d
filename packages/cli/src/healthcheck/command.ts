/** `keelson healthcheck`: asks a server for its health, for a container engine or a service manager without a shell. */
import { readFile } from 'node:fs/promises';

import { parseDuration } from '@keelson/schema';

import { askServer } from '../client/ask-server.ts';
import { readKubeconfig, type ServerConnection } from '../client/kubeconfig.ts';
import type { Command } from '../command.ts';
import { parseOptionsOrThrow } from '../parse-options.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';

const help = `Asks a server for its health, for container engines and service managers.

Usage: keelson healthcheck [options]

      --path PATH       /livez, /readyz or /healthz, or one check of it (default: /livez)
      --server URL      the server (default: https://127.0.0.1:6443)
      --certificate-authority FILE
                        verify its certificate with this authority; without it, it is not
                        verified, since nothing is sent that is worth anything to others
      --kubeconfig FILE take the server, its authority and credentials from here instead
      --context NAME    the context in it (default: its current one)
      --timeout DURATION  how long to wait for the answer (default: 5s)
  -h, --help            this text

Exit codes: 0 when the server answers that it is well, 1 when it does not, 2 when the
command was not understood.

Examples:
  HEALTHCHECK CMD ["keelson", "healthcheck"]
  keelson healthcheck --path /readyz --kubeconfig .keelson/admin.kubeconfig
`;

export const healthcheckCommand: Command = { help, run: checkHealth };

const options = {
  path: { type: 'string' },
  server: { type: 'string' },
  'certificate-authority': { type: 'string' },
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
  timeout: { type: 'string' },
} as const;

const usualServer = 'https://127.0.0.1:6443';
const usualTimeoutMs = 5_000;
const ok = 200;

async function checkHealth(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseOrThrow(args);
  const { path = '/livez' } = values;
  if (!/^\/(?:livez|readyz|healthz)(?:$|[/?])/.test(path)) {
    throw new UsageError(`--path "${path}" is none of /livez, /readyz and /healthz`);
  }
  if (!URL.canParse(values.server ?? usualServer)) throw new UsageError(`--server "${values.server ?? ''}" is no URL`);
  const timeoutMs = timeoutOf(values.timeout);
  try {
    const connection = await connectionOf(values, terminal);
    const { status, text } = await askServer(connection, path, { timeoutMs, accept: 'text/plain' });
    if (status === ok) return exitCode.done;
    terminal.writeError(`${text.slice(0, mostShown).trimEnd()}\n`);
    terminal.writeError(`keelson healthcheck: ${connection.server}${path} answered ${status}\n`);
  } catch (error) {
    terminal.writeError(`keelson healthcheck: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  return exitCode.failed;
}

/** Container engines keep the output of the last checks. */
const mostShown = 4_096;

function parseOrThrow(args: readonly string[]) {
  const parsed = parseOptionsOrThrow({ args, options });
  const { kubeconfig, server, context } = parsed.values;
  const others = [server, parsed.values['certificate-authority']];
  if (kubeconfig !== undefined && others.some((each) => each !== undefined)) {
    throw new UsageError('--kubeconfig has the server and its authority; leave out --server and its authority');
  }
  if (context !== undefined && kubeconfig === undefined) throw new UsageError('--context needs --kubeconfig');
  return parsed;
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return usualTimeoutMs;
  const parsed = parseDuration(text);
  const ms = parsed.ok ? Number(parsed.value / 1_000_000n) : 0;
  if (ms > 0) return ms;
  throw new UsageError(`--timeout takes a duration above 0 such as 5s, and not "${text}"`);
}

type Values = ReturnType<typeof parseOrThrow>['values'];

async function connectionOf(values: Values, { env }: Terminal): Promise<ServerConnection> {
  const { server = usualServer, kubeconfig, context } = values;
  if (kubeconfig !== undefined) return readKubeconfig({ path: kubeconfig, context, env });
  const file = values['certificate-authority'];
  if (file === undefined) return { server, isUnverified: true };
  return { server, authority: await readFile(file, 'utf8'), isUnverified: false };
}
