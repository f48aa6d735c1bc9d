/** Compares the members of etcd by etcd's own words: a store whose members differ keeps no promise to anybody. */
import { setTimeout as delay } from 'node:timers/promises';

import { compareApplied } from './check/members.ts';
import type { MemberStatus } from './check/members.ts';
import type { World } from './world.ts';

type Status = readonly {
  readonly Endpoint: string;
  readonly Status: { readonly header: { readonly revision: number }; readonly raftAppliedIndex: number };
}[];

/** A status is not read in one moment, and a compaction under way changes hashes: a difference that is real stays. */
const attempts = 4;

/** The difference in words; undefined where there is none, or where a member does not answer. */
export async function findDifference(world: World): Promise<string | undefined> {
  let difference: string | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const members = await readStatuses(world).catch(() => []);
    if (members.length < world.members.length) return undefined;
    difference = compareApplied(members) ?? (await compareHashes(world, members));
    if (difference === undefined) return undefined;
    await delay(250);
  }
  return difference;
}

async function readStatuses(world: World): Promise<readonly MemberStatus[]> {
  const answered = JSON.parse(await world.etcdctl(['endpoint', 'status', '--write-out=json'])) as Status;
  return answered.map(({ Endpoint: url, Status: { header, raftAppliedIndex: appliedIndex } }) => ({
    ...{ url, revision: header.revision, appliedIndex },
  }));
}

async function compareHashes(world: World, members: readonly MemberStatus[]): Promise<string | undefined> {
  const revision = Math.min(...members.map((member) => member.revision));
  const args = ['endpoint', 'hashkv', `--rev=${revision}`, '--write-out=simple'];
  const text = await world.etcdctl(args).catch(() => '');
  const hashes = [...text.matchAll(/, (\d+)$/gm)].map(([, hash]) => hash);
  if (hashes.length < members.length || new Set(hashes).size === 1) return undefined;
  return `their hashes at ${revision} are ${hashes.join()}`;
}
