/**
 * Compares the members of etcd by etcd's own hash. A store whose members differ keeps no promise to
 * anybody, and is to blame for what else is found.
 */
import type { World } from './world.ts';

/** `unknown`: a member does not answer, or has not come so far. */
export async function compareMembers(world: World, revision: number): Promise<'same' | 'differ' | 'unknown'> {
  const args = ['endpoint', 'hashkv', `--rev=${revision}`, '--write-out=simple'];
  const text = await world.etcdctl(args).catch(() => '');
  const hashes = [...text.matchAll(/, (\d+)$/gm)].map(([, hash]) => hash);
  if (hashes.length < world.members.length) return 'unknown';
  return new Set(hashes).size === 1 ? 'same' : 'differ';
}
