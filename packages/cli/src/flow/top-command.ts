/** `keelson top clients`: who spends the seats of a server. */
import { setTimeout as delay } from 'node:timers/promises';

import type { LevelCost } from '@keelson/flowcontrol';

import { readKubeconfig } from '../client/kubeconfig.ts';
import type { Command } from '../command.ts';
import { describe } from '../convert/inputs.ts';
import { parseOptionsOrThrow } from '../parse-options.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';
import { askPage } from './ask-page.ts';
import { printColumns } from './print-columns.ts';

const help = `Shows the clients of a server by what they cost of late: seats times seconds.

Usage: keelson top clients [options]

  -w, --watch           again every two seconds, until you interrupt it
      --limit COUNT     how many to show (default: 20)
      --kubeconfig FILE whom to ask and as who (default: $KUBECONFIG,
                        .keelson/admin.kubeconfig or ~/.kube/config)
      --context NAME    the context in it (default: its current one)
  -h, --help            this text

You need the right to get /debug/api_priority_and_fairness/clients. What was spent in
the minute before counts half.

Exit codes: 0 when the server has answered, 1 when it could not be asked, 2 when the
command was not understood.
`;

export const topCommand: Command = { help, run: top };

const periodMs = 2_000;
const defaultLimit = 20;
const options = {
  watch: { type: 'boolean', short: 'w' },
  limit: { type: 'string' },
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
} as const;

async function top(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, limit } = parse(args);
  try {
    const { kubeconfig, context, watch = false } = values;
    const connection = await readKubeconfig({ path: kubeconfig, context, env: terminal.env });
    for (;;) {
      const { clients } = (await askPage(connection, 'clients')) as { readonly clients: readonly LevelCost[] };
      terminal.writeOut(print(clients.slice(0, limit)));
      if (!watch) return exitCode.done;
      await delay(periodMs);
      terminal.writeOut('\n');
    }
  } catch (error) {
    terminal.writeError(`keelson top: ${describe(error)}\n`);
    return exitCode.failed;
  }
}

function parse(args: readonly string[]) {
  const { values, positionals } = parseOptionsOrThrow({ args, allowPositionals: true, options });
  if (positionals.length !== 1 || positionals[0] !== 'clients') throw new UsageError('say what to show: clients');
  const limit = values.limit === undefined ? defaultLimit : Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError(`--limit "${values.limit ?? ''}" is no count`);
  return { values, limit };
}

function print(clients: readonly LevelCost[]): string {
  const columns = [
    'USER',
    'FLOW SCHEMA',
    'LEVEL',
    'RECENT',
    'SEAT SECONDS',
    'REQUESTS',
    'LISTS',
    'WATCHES',
    'EVENTS',
    'BYTES OUT',
    'REFUSED',
    'WAITED',
  ];
  const rows = clients.map((client) => [
    client.user,
    client.flowSchema,
    client.priorityLevel,
    client.recentSeatSeconds.toFixed(3),
    client.seatSeconds.toFixed(3),
    client.requests,
    client.lists,
    client.watches,
    client.events,
    client.bytesOut,
    client.refused,
    `${client.waitedSeconds.toFixed(3)}s`,
  ]);
  return printColumns(columns, rows);
}
