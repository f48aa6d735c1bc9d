/** Backups of an etcd under test: a snapshot is saved, and put back in the place of the data, as operators do it. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const environment = { ...process.env, ETCDCTL_API: '3' };

/** Of a cluster without TLS. */
export async function saveSnapshot(url: string, file: string): Promise<void> {
  await run('etcdctl', ['--endpoints', url, 'snapshot', 'save', file], { env: environment });
}

export interface RestoredMember {
  readonly name: string;
  readonly dataDirectory: string;
  readonly peerUrl: string;
}

/** To be called while no member runs. The ids of cluster and members are made of the names, the URLs and the token. */
export async function restoreMembers(file: string, members: readonly RestoredMember[], token: string): Promise<void> {
  const initialCluster = members.map(({ name, peerUrl }) => `${name}=${peerUrl}`).join();
  for (const { name, dataDirectory, peerUrl } of members) {
    await rm(dataDirectory, { recursive: true, force: true });
    const where = ['--name', name, '--data-dir', dataDirectory, '--initial-advertise-peer-urls', peerUrl];
    const whole = ['--initial-cluster', initialCluster, '--initial-cluster-token', token];
    await run('etcdctl', ['snapshot', 'restore', file, ...where, ...whole], { env: environment });
  }
}
