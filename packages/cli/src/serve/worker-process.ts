/**
 * Worker processes of `keelson serve --workers`: the same program with the same arguments, told by its environment that
 * it is one of several.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';

import { streamOutput, type JoinedLog } from '@keelson/audit';
import { linkToSupervisor, type ReplicaLink, type WorkerPlace } from '@keelson/server';
import type { FollowedStore } from '@keelson/storage';

const variable = 'KEELSON_WORKER_PROCESS';

/** Descriptors of a worker beside those of its input, its output and its channel. */
const storeDescriptors = { stream: 4, mark: 5 } as const;
const auditDescriptor = 6;

/** What the supervisor has for its workers; each may be absent. */
export interface SharedParts {
  readonly store: FollowedStore | undefined;
  readonly auditLog: JoinedLog | undefined;
}

/** Starts this program once more. Its output is that of this process. */
export function startWorkerProcess(place: WorkerPlace, { store, auditLog }: SharedParts): ChildProcess {
  const [, program = '', ...args] = process.argv;
  const child = fork(program, args, {
    env: { ...process.env, [variable]: JSON.stringify(place) },
    stdio: [
      'ignore',
      'inherit',
      'inherit',
      'ipc',
      store === undefined ? 'ignore' : 'pipe',
      store?.markDescriptor ?? 'ignore',
      auditLog === undefined ? 'ignore' : 'pipe',
    ],
    // Buffers keep their form.
    serialization: 'advanced',
  });
  // The types of Node know five descriptors.
  const descriptors: readonly unknown[] = child.stdio;
  const [stream, lines] = [descriptors[storeDescriptors.stream], descriptors[auditDescriptor]];
  if (stream instanceof Duplex) store?.serve(stream);
  if (lines instanceof Duplex) auditLog?.take(lines);
  return child;
}

/** The link to the supervisor; `undefined` where this process is no worker. */
export function findReplicaLink(env: Readonly<Record<string, string | undefined>>): ReplicaLink | undefined {
  const text = env[variable];
  if (text === undefined || process.send === undefined) return undefined;
  return linkToSupervisor({
    channel: process,
    place: parsePlace(JSON.parse(text)),
    followStore: () => ({ stream: new Socket({ fd: storeDescriptors.stream }), markDescriptor: storeDescriptors.mark }),
    openAuditLog: () => streamOutput(new Socket({ fd: auditDescriptor })),
    // Without its supervisor a worker has neither connections nor, with the embedded store, writes.
    onLost: () => process.exit(1),
  });
}

function parsePlace(value: unknown): WorkerPlace {
  const fields = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  return {
    index: Number(fields.get('index')),
    workers: Number(fields.get('workers')),
    identity: String(fields.get('identity')),
  };
}
