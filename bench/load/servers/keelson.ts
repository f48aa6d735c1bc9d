/** Keelson as operators run it: the built program, TLS, tokens, RBAC, on the embedded store or on an etcd of its own. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEtcd } from '@keelson/storage/etcd-cluster';

import { untilReady } from './target.ts';
import type { Target } from './target.ts';

const ownCheckout = join(import.meta.dirname, '..', '..', '..', '..');
const token = 'bench-token';

export interface KeelsonHome {
  readonly name: string;
  /** Where files can be put that flags name. */
  readonly folder: string;
  /** Of its etcd; none for the embedded store. */
  readonly etcdUrls: readonly string[];
  /** Starts a replica and waits until it is ready; `startMs` is how long that took. */
  start(...flags: readonly string[]): Promise<Target & { readonly startMs: number }>;
  /** Stops what runs, and takes away what it has stored. */
  remove(): Promise<void>;
}

/** `checkout`: where another build of the program is. */
export async function makeKeelsonHome(store: 'embedded' | 'etcd', checkout?: string): Promise<KeelsonHome> {
  const program = join(checkout ?? ownCheckout, 'bin', 'keelson');
  const folder = await mkdtemp(join(tmpdir(), 'keelson-bench-'));
  await writeFile(join(folder, 'tokens.csv'), `${token},bench,1,"system:masters"\n`);
  // As the peer is measured: the disk of a bench machine is not what is compared.
  const etcd =
    store === 'etcd' ? await startEtcd({ members: 1, isTls: false, args: ['--unsafe-no-fsync'] }) : undefined;
  const running = new Set<ChildProcess>();
  let replicas = 0;
  return {
    name: store === 'etcd' ? 'Keelson, etcd' : 'Keelson, embedded',
    folder,
    etcdUrls: etcd?.urls ?? [],
    start: async (...flags) => {
      replicas += 1;
      // A server on the embedded store comes back to its own; replicas share the etcd, and what clients trust.
      const data = join(folder, etcd === undefined ? 'data' : `data-${replicas}`);
      if (etcd !== undefined && replicas > 1) {
        await cp(join(folder, 'data-1', 'pki'), join(data, 'pki'), { recursive: true });
      }
      const port = await freePort();
      const args = ['serve', '--data-dir', data, '--secure-port', String(port)];
      const identity = ['--token-auth-file', join(folder, 'tokens.csv')];
      const where = etcd === undefined ? [] : ['--etcd-servers', etcd.urls.join(',')];
      const began = performance.now();
      const child = spawn(process.execPath, [program, ...args, ...identity, ...where, ...flags], { stdio: 'ignore' });
      running.add(child);
      const server = { place: { host: '127.0.0.1', port }, token };
      await untilReady({ server });
      const startMs = performance.now() - began;
      const close = async (): Promise<void> => {
        if (!running.delete(child)) return;
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
      };
      const name = checkout === undefined ? `Keelson, ${store}` : 'the other build';
      return { name, server, pid: child.pid, startMs, close };
    },
    remove: async () => {
      for (const child of running) child.kill('SIGKILL');
      await etcd?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
