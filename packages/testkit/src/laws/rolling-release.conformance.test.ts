/** Replicas over one etcd change the release that they emulate, one after the other, while clients write and watch. */
import { expect, it } from '@jest/globals';
import { startEtcd } from '@keelson/storage/etcd-cluster';

import { startKeelson, type Keelson } from '../server/start-keelson.ts';

const cronJobs = '/namespaces/default/cronjobs';
const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };

function bodyOf(version: string, name: string) {
  return {
    apiVersion: version,
    kind: 'CronJob',
    metadata: { name },
    spec: { schedule: '0 * * * *', jobTemplate: { spec: { template } } },
  };
}

interface List {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

/** Writes to a replica, in the old version as long as it is served, until told to stop. */
async function writeOn(replica: () => Keelson, prefix: string, written: Set<string>, isOver: () => boolean) {
  for (let count = 0; !isOver(); count += 1) {
    const name = `${prefix}-${String(count)}`;
    for (const version of ['batch/v1beta1', 'batch/v1']) {
      const answer = await replica()
        .ask(`/apis/${version}${cronJobs}`, { method: 'POST', body: bodyOf(version, name) })
        .catch(() => undefined);
      // A replica that is stopping may have carried it out without an answer: a conflict shows it then.
      if (answer?.status === 201 || answer?.status === 409) {
        written.add(name);
        break;
      }
    }
  }
}

it('A rolling change of the emulated release over two replicas under load loses nothing [rolling]', async () => {
  const etcd = await startEtcd({ members: 1, isTls: true });
  const store = { endpoints: etcd.urls, credentials: etcd.credentials };
  const start = (release: string) => startKeelson({ etcd: store, flags: [`--emulated-version=${release}`] });
  const replicas = [await start('1.24'), await start('1.24')] as [Keelson, Keelson];
  const written = new Set<string>();
  let isOver = false;
  const writers = ([0, 1] as const).map((at) =>
    writeOn(
      () => replicas[at],
      `w${String(at)}`,
      written,
      () => isOver,
    ),
  );
  const grow = async (by: number) => {
    const least = written.size + by;
    while (written.size < least) await new Promise((done) => setImmediate(done));
  };
  try {
    for (const [at, release] of [
      [0, '1.25'],
      [1, '1.25'],
      [0, '1.24'],
      [1, '1.24'],
    ] as const) {
      await grow(10);
      const old = replicas[at];
      replicas[at] = await start(release);
      await old.stop();
    }
    await grow(10);
    isOver = true;
    await Promise.all(writers);
    for (const [replica, version] of [
      [replicas[0], 'batch/v1beta1'],
      [replicas[1], 'batch/v1'],
    ] as const) {
      const { body } = await replica.ask(`/apis/${version}${cronJobs}`);
      const names = new Set((JSON.parse(body) as List).items.map(({ metadata }) => metadata.name));
      expect([...written].filter((name) => !names.has(name))).toEqual([]);
    }
  } finally {
    isOver = true;
    await Promise.all(writers);
    await Promise.all(replicas.map((replica) => replica.stop()));
    await etcd.close();
  }
});
