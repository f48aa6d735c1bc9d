/** A disk without room, or one that is read-only, prevents no restart that could do without it, and is named by the others. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startChild } from '@keelson/storage/conformance';
import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

/** A disk of its own for a process needs a mount, which not every machine allows. */
const ifMounts = spawnSync('unshare', ['-Urm', 'true']).status === 0 ? it : it.skip;

describe('a server on a disk', () => {
  let etcd: EtcdCluster;
  let disk = '';
  beforeAll(async () => {
    etcd = await startEtcd({ members: 1, isTls: false });
    disk = await mkdtemp(join(tmpdir(), 'keelson-disk-'));
  });
  afterAll(async () => {
    await etcd.close();
    await rm(disk, { recursive: true });
  });

  ifMounts(
    'that is full starts again and serves; where something has to be written, it says which file and what to do',
    async () => {
      const child = startChild(new URL('support/full-disk.child.ts', import.meta.url), [disk, etcd.urls.join()], {
        diskMib: 12,
      });
      const report = JSON.parse(await child.line(/^\{/)) as Record<string, never>;
      const works = { read: 200, write: 201 };
      const readsOnly = { read: 200, write: 503 };
      const stale = expect.stringContaining('the kubeconfig could not be written');
      expect(report).toMatchObject({
        first: works,
        firstElsewhere: works,
        full: {
          same: { ...readsOnly, printed: expect.not.stringContaining('kubeconfig could not') },
          otherPort: { ...readsOnly, printed: stale },
          otherAddress: { ...readsOnly, printed: stale },
          isKubeconfigKept: true,
          newHome: {
            failed: expect.stringMatching(
              /exit code 1: keelson serve: \S+new\S* cannot be written: the disk .* is full/,
            ),
          },
        },
        withoutLockFile: {
          failed: expect.stringMatching(/exit code 1: keelson serve: The disk that holds \S+store is full/),
        },
        again: works,
        readOnly: {
          embedded: {
            failed: expect.stringMatching(/exit code 1: .*store cannot be written .*[Rr]ead-only file system/),
          },
          elsewhere: works,
        },
      });
    },
  );
});
