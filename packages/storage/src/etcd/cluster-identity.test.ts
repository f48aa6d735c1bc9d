import { encodeDecimal } from '@keelson/etcd-client';
import { silentLogger } from '@keelson/telemetry';
import { describe, expect, it } from '@jest/globals';

import { createClusterIdentity } from './cluster-identity.ts';
import type { ClusterIdentity } from './cluster-identity.ts';

const idOf = (number: number): Buffer => Buffer.from(encodeDecimal(String(number)));

interface Started {
  readonly identity: ClusterIdentity;
  readonly logged: string[];
  readonly replaced: string[];
  readonly mismatches: string[];
  /** The cluster of each member; `undefined` for one that does not answer. */
  readonly clusters: (number | undefined)[];
}

function start(...clusters: (number | undefined)[]): Started {
  const [logged, replaced, mismatches]: [string[], string[], string[]] = [[], [], []];
  const log = (message: string): void => void logged.push(message);
  const identity = createClusterIdentity({
    members: () =>
      clusters.map((_, index) => ({
        url: `m${index}`,
        identify: () => {
          const cluster = clusters[index];
          return cluster === undefined ? Promise.reject(new Error('away')) : Promise.resolve(idOf(cluster));
        },
      })),
    onReplaced: (seen) => void replaced.push(seen),
    onMismatch: (url) => void mismatches.push(url),
    logger: { ...silentLogger, error: log, info: log },
  });
  identity.begin(idOf(10));
  return { identity, logged, replaced, mismatches, clusters };
}

describe('the identity of a cluster', () => {
  it('admits members of the cluster, and those that name none', async () => {
    const { identity, replaced } = start(10, 10);
    await identity.admit('m0', idOf(10));
    await identity.admit('m1', Buffer.alloc(0));
    identity.check('m1', Buffer.alloc(0));
    expect([await identity.findForeign(), replaced]).toEqual([[], []]);
  });

  it('refuses another cluster while those that know the first one are away, and tells so once', async () => {
    const { identity, logged, replaced } = start(undefined, undefined, 255);
    for (let round = 0; round < 3; round += 1) {
      await expect(identity.admit('m2', idOf(255))).rejects.toThrow(
        'm2 belongs to the cluster ff, and the one in use is a',
      );
    }
    expect(await identity.findForeign()).toEqual(['m2']);
    expect(logged).toEqual(['an etcd server belongs to another cluster and is not used']);
    expect(replaced).toEqual([]);
  });

  it.each([
    ['one endpoint of one', [11], true],
    ['two of three', [undefined, 11, 11], true],
    ['one of two', [undefined, 11], false],
    ['two of three, and the third is still of the first cluster', [10, 11, 11], false],
    ['two of three, which differ from each other', [undefined, 12, 11], false],
  ])('takes a new id from %s: %p %p', async (_name, clusters, isTaken) => {
    const { identity, replaced } = start(...clusters);
    const admitted = await identity.admit(`m${clusters.length - 1}`, idOf(11)).then(
      () => true,
      () => false,
    );
    expect(admitted).toBe(isTaken);
    expect(replaced).toEqual(isTaken ? ['the cluster id was a and is b'] : []);
  });

  it('tells once that the cluster was replaced, however many members are admitted then', async () => {
    const { identity, replaced } = start(11, 11, 11);
    await Promise.all([0, 1, 2].map((index) => identity.admit(`m${index}`, idOf(11))));
    expect(replaced).toHaveLength(1);
    await expect(identity.admit('m0', idOf(10))).rejects.toThrow('the one in use is b');
  });

  it('does not believe an answer of another cluster over a connection that was admitted', async () => {
    const { identity, mismatches } = start(10);
    await identity.admit('m0', idOf(10));
    identity.check('m0', idOf(10));
    expect(() => identity.check('m0', idOf(11))).toThrow('m0 belongs to the cluster b');
    expect(mismatches).toEqual(['m0']);
  });

  it('forgets a member that belongs to the cluster again, or is gone', async () => {
    const { identity, logged, clusters } = start(10, 11, 11);
    for (const url of ['m1', 'm2']) await expect(identity.admit(url, idOf(11))).rejects.toThrow('belongs to');
    expect(await identity.findForeign()).toEqual(['m1', 'm2']);
    clusters[1] = 10;
    expect(await identity.findForeign()).toEqual(['m2']);
    clusters[2] = undefined;
    expect(await identity.findForeign()).toEqual([]);
    expect(logged.filter((text) => text.includes('any more'))).toHaveLength(2);
  });
});
