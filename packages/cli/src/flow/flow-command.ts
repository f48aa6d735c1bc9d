/** `keelson flow simulate`: replays an audit log against flow schemas and priority levels that are not in force yet. */
import { readFile } from 'node:fs/promises';

import { defaultDomain } from '@keelson/schema';
import { simulate, type SimulatedFlow } from '@keelson/flowcontrol';

import type { Command } from '../command.ts';
import { describe } from '../convert/inputs.ts';
import { parseOptionsOrThrow } from '../parse-options.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';
import { printColumns } from './print-columns.ts';
import { readAuditLog } from './read-audit-log.ts';
import { readFlowObjects } from './read-flow-objects.ts';

const help = `Replays recorded requests against flow schemas and priority levels that are not in
force yet, and tells who would have waited, and who would have been refused.

Usage: keelson flow simulate -f FILE --from-audit LOG [options]

  -f, --filename FILE   FlowSchemas and PriorityLevelConfigurations, as YAML or JSON.
                        They come in the place of those of their names that every
                        server has; the others of these stay
      --from-audit LOG  an audit log, with events of the stage ResponseComplete
      --seats COUNT     requests that are carried out at a time (default: 600)
      --request-timeout SECONDS
                        the time limit of requests (default: 60)
      --domain DOMAIN   the domain of the API groups (default: k8s.io)
  -h, --help            this text

A request takes as long as it took, and one seat. Watches and health checks are left
out as far as the log does.

Exit codes: 0 when all was replayed, 1 when a file could not be read, 2 when the
command was not understood.
`;

export const flowCommand: Command = { help, run: flow };

const defaultSeats = 600;
const defaultTimeoutSeconds = 60;
const options = {
  filename: { type: 'string', short: 'f' },
  'from-audit': { type: 'string' },
  seats: { type: 'string' },
  'request-timeout': { type: 'string' },
  domain: { type: 'string' },
} as const;

async function flow(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { objects, log, domain, seats, timeoutSeconds } = parse(args);
  try {
    const { levels, schemas } = readFlowObjects(await readFile(objects, 'utf8'), domain);
    const requests = await readAuditLog(log);
    const limits = { seats, requestTimeoutMs: timeoutSeconds * 1_000, domain };
    const flows = simulate(requests, { ...limits, levels, schemas });
    terminal.writeOut(`${requests.length} requests.\n${print(flows)}`);
    return exitCode.done;
  } catch (error) {
    terminal.writeError(`keelson flow: ${describe(error)}\n`);
    return exitCode.failed;
  }
}

function parse(args: readonly string[]) {
  const { values, positionals } = parseOptionsOrThrow({ args, allowPositionals: true, options });
  if (positionals.length !== 1 || positionals[0] !== 'simulate') throw new UsageError('say what to do: simulate');
  const { filename: objects, 'from-audit': log, domain = defaultDomain } = values;
  if (objects === undefined || log === undefined) throw new UsageError('name both files: -f FILE --from-audit LOG');
  const seats = countOf('seats', values.seats, defaultSeats);
  const timeoutSeconds = countOf('request-timeout', values['request-timeout'], defaultTimeoutSeconds);
  return { objects, log, domain, seats, timeoutSeconds };
}

function countOf(flag: string, text: string | undefined, otherwise: number): number {
  const count = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`--${flag} "${text ?? ''}" is no count`);
  return count;
}

function print(flows: readonly SimulatedFlow[]): string {
  const columns = ['FLOW SCHEMA', 'LEVEL', 'USER', 'REQUESTS', 'WAITED', 'REFUSED', 'LONGEST WAIT'];
  const rows = flows.map(({ flowSchema, priorityLevel, user, requests, waited, refused, longestWaitMs }) => [
    flowSchema,
    priorityLevel,
    user,
    requests,
    waited,
    refused,
    `${(longestWaitMs / 1_000).toFixed(3)}s`,
  ]);
  return printColumns(columns, rows);
}
