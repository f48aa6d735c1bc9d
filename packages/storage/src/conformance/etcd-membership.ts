/** Members of an etcd under test that go and come, as docs/disaster-recovery.md has it. Without TLS. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { EtcdMember } from './etcd-member.ts';

const run = promisify(execFile);
const environment = { ...process.env, ETCDCTL_API: '3' };

async function etcdctl(through: EtcdMember, args: readonly string[]): Promise<string> {
  const { stdout } = await run('etcdctl', ['--endpoints', through.url, ...args], { env: environment });
  return stdout;
}

/** Fails while there is no quorum. */
export async function removeMember(through: EtcdMember, { peerUrl }: EtcdMember): Promise<void> {
  const line = (await etcdctl(through, ['member', 'list'])).split('\n').find((each) => each.includes(peerUrl));
  await etcdctl(through, ['member', 'remove', line?.split(',')[0] ?? '']);
}

/** Starts it without data, as a further member of the cluster. Fails as long as one that was added is not there yet. */
export async function addMember(
  through: EtcdMember,
  member: EtcdMember,
  as: 'voter' | 'learner' = 'voter',
): Promise<void> {
  const { name, peerUrl } = member;
  const learner = as === 'learner' ? ['--learner'] : [];
  const said = await etcdctl(through, ['member', 'add', name, `--peer-urls=${peerUrl}`, ...learner]);
  const cluster = /ETCD_INITIAL_CLUSTER="([^"]+)"/.exec(said)?.[1] ?? '';
  member.start(['--initial-cluster-state', 'existing', '--initial-cluster', cluster]);
}
