/**
 * Worker processes of `keelson serve --workers`: the same program with the same arguments, told by its environment that
 * it is one of several.
 */
import { fork, type ChildProcess } from 'node:child_process';

import { linkToSupervisor, type ReplicaLink, type WorkerPlace } from '@keelson/server';

const variable = 'KEELSON_WORKER_PROCESS';

/** Starts this program once more. Its output is that of this process. */
export function startWorkerProcess(place: WorkerPlace): ChildProcess {
  const [, program = '', ...args] = process.argv;
  return fork(program, args, {
    env: { ...process.env, [variable]: JSON.stringify(place) },
    // Buffers keep their form.
    serialization: 'advanced',
  });
}

/** The link to the supervisor; `undefined` where this process is no worker. */
export function findReplicaLink(env: Readonly<Record<string, string | undefined>>): ReplicaLink | undefined {
  const text = env[variable];
  if (text === undefined || process.send === undefined) return undefined;
  // Without its supervisor a worker has neither connections nor, with the embedded store, writes.
  return linkToSupervisor(process, parsePlace(JSON.parse(text)), () => process.exit(1));
}

function parsePlace(value: unknown): WorkerPlace {
  const fields = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  return {
    index: Number(fields.get('index')),
    workers: Number(fields.get('workers')),
    identity: String(fields.get('identity')),
  };
}
