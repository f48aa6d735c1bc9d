/** `keelson flow simulate`: replays an audit log against flow schemas and priority levels that are not in force yet. */
import { readFile } from 'node:fs/promises';

import { defaultDomain } from '@keelson/schema';
import { isInNoFlow, simulate, type SimulatedFlow } from '@keelson/flowcontrol';

import type { Command } from '../command.ts';
import { describe } from '../convert/inputs.ts';
import { parseOptionsOrThrow } from '../parse-options.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';
import { printColumns } from './print-columns.ts';
import { readAuditLog, type AuditLog } from './read-audit-log.ts';
import { readFlowObjects, type FlowObjects } from './read-flow-objects.ts';

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

A request takes as long as it took, and one seat. Requests that a server puts in no
flow, such as exec, port-forward, proxy and log, are left out and counted. Objects that
a server would refuse are refused.

Exit codes: 0 when all was replayed, 1 when a file could not be read or holds what a
server refuses, 2 when the command was not understood.
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
    const configured = await naming(objects, async () => readFlowObjects(await readFile(objects, 'utf8'), domain));
    const audit = await naming(log, () => readAuditLog(log));
    for (const warning of warningsOf(configured, log, audit)) terminal.writeError(`keelson flow: ${warning}\n`);
    const requests = audit.requests.filter(({ attributes }) => !isInNoFlow(attributes));
    const { levels, schemas } = configured;
    const limits = { seats, requestTimeoutMs: timeoutSeconds * 1_000, domain };
    const flows = simulate(requests, { ...limits, levels, schemas });
    const leftOut = audit.requests.length - requests.length;
    terminal.writeOut(`${requests.length} requests.\n${wordLeftOut(leftOut)}${print(flows)}`);
    return exitCode.done;
  } catch (error) {
    terminal.writeError(`keelson flow: ${describe(error)}\n`);
    return exitCode.failed;
  }
}

/** An error names the file that it is about. */
async function naming<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new Error(`${file}: ${describe(error)}`, { cause: error });
  }
}

function warningsOf({ dangling }: FlowObjects, log: string, { ofOtherStages, unreadable }: AuditLog): string[] {
  const warnings = dangling.map(
    ({ name, spec: { priorityLevelConfiguration: level } }) =>
      `warning: FlowSchema ${JSON.stringify(name)} takes no requests, since its priority level ${JSON.stringify(level.name)} does not exist`,
  );
  const skipped = ofOtherStages + unreadable;
  if (skipped === 0) return warnings;
  const reasons = `${ofOtherStages} of other stages than ResponseComplete, ${unreadable} that could not be read`;
  return [...warnings, `warning: ${log}: lines skipped: ${skipped} (${reasons})`];
}

function wordLeftOut(count: number): string {
  return count === 0 ? '' : `${count} more are in no flow, such as exec and log: left out.\n`;
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
