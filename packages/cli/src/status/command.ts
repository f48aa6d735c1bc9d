/** `keelson status`: the replicas of a server, as they see each other. */
import { parseReplicaRecord, type ReplicaRecord } from '@keelson/server';

import { askServer } from '../client/ask-server.ts';
import { readKubeconfig, type ServerConnection } from '../client/kubeconfig.ts';
import type { Command } from '../command.ts';
import { printColumns } from '../flow/print-columns.ts';
import { parseOptionsOrThrow } from '../parse-options.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';

const help = `Shows the replicas that are alive: version, revision and lag, load, leader of what, the key
that signs tokens of service accounts, and the replica that has another one. A replica with a
conflict is refused: it is not ready and leads nothing until it is started with the right key.

Usage: keelson status [options]

  -o, --output FORM     table or json (default: table)
      --kubeconfig FILE whom to ask and as who (default: $KUBECONFIG,
                        .keelson/admin.kubeconfig or ~/.kube/config)
      --context NAME    the context in it (default: its current one)
  -h, --help            this text

You need the right to get /debug/replicas. A replica that died is shown for 15 s at most.

Exit codes: 0 when the server has answered, 1 when it could not be asked, 2 when the
command was not understood.
`;

export const statusCommand: Command = { help, run: showStatus };

const options = {
  output: { type: 'string', short: 'o' },
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
} as const;

async function showStatus(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseOptionsOrThrow({ args, options });
  const { output = 'table', kubeconfig, context } = values;
  if (output !== 'table' && output !== 'json') throw new UsageError(`-o is table or json, and not "${output}"`);
  try {
    const connection = await readKubeconfig({ path: kubeconfig, context, env: terminal.env });
    const replicas = await askReplicas(connection);
    terminal.writeOut(output === 'json' ? `${JSON.stringify({ replicas }, undefined, 2)}\n` : printTable(replicas));
    return exitCode.done;
  } catch (error) {
    terminal.writeError(`keelson status: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  }
}

const ok = 200;

async function askReplicas(connection: ServerConnection): Promise<readonly ReplicaRecord[]> {
  const { status, text } = await askServer(connection, '/debug/replicas');
  if (status !== ok) throw new Error(`the server answered ${status}: ${text.slice(0, 200).trimEnd()}`);
  const content: unknown = JSON.parse(text);
  const isList = typeof content === 'object' && content !== null && 'replicas' in content;
  if (!isList || !Array.isArray(content.replicas))
    throw new Error('the server has no page of replicas: is it keelson?');
  return content.replicas.flatMap((each: unknown) => parseReplicaRecord(each) ?? []);
}

function printTable(replicas: readonly ReplicaRecord[]): string {
  const names = [
    'REPLICA',
    'URL',
    'VERSION',
    'EMULATES',
    'STARTED',
    'REVISION',
    'LAG',
    'CPU',
    'MEMORY',
    'LEADS',
    'TOKEN KEY',
    'CONFLICTS WITH',
  ];
  const rows = replicas.map((replica) => [
    replica.identity,
    replica.url,
    replica.version,
    replica.emulatedVersion,
    replica.startedAt,
    replica.revision,
    Math.max(0, replica.storeRevision - replica.revision),
    `${Math.round(replica.cpu * 100)}%`,
    `${Math.round(replica.residentBytes / 1_048_576)}Mi`,
    replica.leads.join(',') || '-',
    replica.tokenKeys.signing || '-',
    replica.conflictsWith || '-',
  ]);
  return printColumns(names, rows);
}
