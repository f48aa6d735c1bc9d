/**
 * Starts servers on a disk of their own, which is then full, and then read-only. Its arguments: where the disk is
 * mounted, and the etcd of the servers that keep their objects elsewhere. Prints what became of it, as JSON.
 */
import { execFileSync } from 'node:child_process';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { freePort, makeHome } from './serve.ts';
import type { Home } from './serve.ts';

const [disk = '', etcd = ''] = process.argv.slice(2);
process.env['TMPDIR'] = disk;
const configMaps = '/api/v1/namespaces/default/configmaps';
const [usualPort, otherPort] = [String(await freePort()), String(await freePort())];

/** Returns the output and the answers, or the failure. */
async function startAndStop(home: Home, ...flags: readonly string[]) {
  try {
    const server = await home.start(...flags);
    const read = await server.ask(configMaps);
    const write = await server.ask(configMaps, {
      method: 'POST',
      body: { metadata: { generateName: 'a-' }, data: { x: 'y'.repeat(9_000) } },
    });
    server.process.kill('SIGTERM');
    await server.ended;
    return { read: read.status, write: write.status, printed: server.printed() };
  } catch (error) {
    return { failed: String(error) };
  }
}

async function fill(ballast: string): Promise<void> {
  for (let piece = 65_536; piece >= 1;) {
    await appendFile(ballast, Buffer.alloc(piece)).catch(() => (piece = Math.floor(piece / 2)));
  }
}

const ballast = join(disk, 'ballast');
const [embedded, elsewhere] = [await makeHome(), await makeHome()];
const usual = ['--secure-port', usualPort];
const withEtcd = ['--etcd-servers', etcd];
const first = await startAndStop(embedded, ...usual);
const firstElsewhere = await startAndStop(elsewhere, ...usual, ...withEtcd);
const kubeconfig = await readFile(embedded.kubeconfig, 'utf8');

await writeFile(ballast, '');
await fill(ballast);
const full = {
  same: await startAndStop(embedded, ...usual),
  otherPort: await startAndStop(embedded, '--secure-port', otherPort),
  otherAddress: await startAndStop(embedded, ...usual, '--bind-address', '127.0.0.2'),
  isKubeconfigKept: (await readFile(embedded.kubeconfig, 'utf8')) === kubeconfig,
  newHome: await startAndStop({
    ...embedded,
    start: (...flags) => embedded.start(...flags, '--data-dir', join(disk, 'new')),
  }),
};
await rm(join(embedded.folder, 'data', 'store', 'lock.mdb'));
await fill(ballast);
const withoutLockFile = await startAndStop(embedded, ...usual);
await rm(ballast);
const again = await startAndStop(embedded, ...usual);
execFileSync('bash', ['-c', 'mount -o remount,ro "$0"', disk]);
const readOnly = {
  embedded: await startAndStop(embedded, ...usual),
  elsewhere: await startAndStop(elsewhere, ...usual, ...withEtcd),
};
process.stdout.write(`${JSON.stringify({ first, firstElsewhere, full, withoutLockFile, again, readOnly })}\n`);
