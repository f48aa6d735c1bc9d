/** A member that learns: it answers for its status, and refuses the rest, which others take. */
import { afterEach, expect, it } from '@jest/globals';

import { addMember, removeMember, startEtcd, until } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import { recordWatch } from '../conformance/index.ts';
import { openEtcd } from './open-etcd.ts';

let cluster: EtcdCluster;
afterEach(() => cluster.close());

/** A cluster may refuse to change as long as a member of it is not heard of. */
async function eventually(run: () => Promise<void>): Promise<void> {
  const isDone = (): Promise<boolean> =>
    run().then(
      () => true,
      () => false,
    );
  await until(isDone);
}

it('leaves reads, writes and watches to the members that vote', async () => {
  cluster = await startEtcd({ members: 3, isTls: false });
  const [voter, other, learner] = cluster.members;
  if (voter === undefined || other === undefined || learner === undefined) throw new Error('there are three members');
  await learner.lose();
  await eventually(() => removeMember(voter, learner));
  await eventually(() => addMember(voter, learner, 'learner'));
  await until(() =>
    fetch(`${learner.url}/version`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  // The first one is called first.
  const storage = await openEtcd({ endpoints: [learner.url, voter.url], random: () => 0 });
  try {
    // The first call of all: it meets the learner, which is then avoided for a while.
    const first = await storage.create(`${storage.prefix}a/first`, Buffer.from('{}'));
    expect(first).toMatchObject({ ok: true });
    const recording = recordWatch(storage, storage.prefix, await storage.currentRevision());
    for (let count = 0; count < 5; count += 1) {
      const key = `${storage.prefix}a/${String(count)}`;
      expect(await storage.create(key, Buffer.from('{}'))).toMatchObject({ ok: true });
      expect((await storage.get(key)).entry?.key).toBe(key);
    }
    await recording.reach(5);
    expect(recording.ended).toEqual([]);
    recording.close();
  } finally {
    await storage.close();
  }
});
