/** The whole contract again, with encryption in front: each provider on the embedded engine, one on etcd. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe } from '@jest/globals';

import { startEtcd } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import { runConformance, runUnreadableConformance } from '../conformance/index.ts';
import { openEmbedded } from '../embedded/open-embedded.ts';
import { openEtcd } from '../etcd/open-etcd.ts';
import type { EncryptionConfiguration } from './configuration.ts';
import { encryptStorage } from './encrypt-storage.ts';
import { parseEncryptionConfiguration } from './parse-configuration.ts';

function configure(provider: string): EncryptionConfiguration {
  const secret = Buffer.alloc(32, provider).toString('base64');
  const result = parseEncryptionConfiguration(`
apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
- resources: ['*.*']
  providers: [{${provider}: {keys: [{name: key1, secret: ${secret}}]}}]
`);
  if (result.ok) return result.configuration;
  throw new Error(result.issues.map(({ path, message }) => `${path}: ${message}`).join());
}

/** Every key of the suite is one of a resource. */
const resourceOf = (): { resource: string; group: string } => ({ resource: 'secrets', group: '' });

for (const provider of ['aesgcm', 'aescbc', 'secretbox']) {
  const configuration = configure(provider);
  const open = async () => {
    const path = await mkdtemp(join(tmpdir(), 'keelson-encrypted-'));
    const engine = await openEmbedded({ path });
    return {
      storage: encryptStorage(engine, configuration, { resourceOf }),
      peer: encryptStorage(engine, configuration, { resourceOf }),
      beneath: engine,
      close: async () => {
        await engine.close();
        await rm(path, { recursive: true });
      },
    };
  };
  runConformance(`the embedded engine behind ${provider}`, open);
  runUnreadableConformance(`the embedded engine behind ${provider}`, open);
}

describe('behind encryption, on etcd', () => {
  const configuration = configure('secretbox');
  let starting: Promise<EtcdCluster> | undefined;
  let opened = 0;
  afterAll(async () => {
    await (await starting)?.close();
  });

  const open = async () => {
    starting ??= startEtcd({ members: 1, isTls: false });
    const { urls } = await starting;
    opened += 1;
    const options = { endpoints: urls, prefix: `/test${opened}` };
    const engines = await Promise.all([openEtcd(options), openEtcd(options)]);
    const [storage, peer] = engines.map((engine) => encryptStorage(engine, configuration, { resourceOf }));
    if (storage === undefined || peer === undefined) throw new Error('two were opened');
    return {
      storage,
      peer,
      beneath: engines[0],
      close: async () => {
        await Promise.all(engines.map((engine) => engine.close()));
      },
    };
  };
  runConformance('etcd behind secretbox', open);
  runUnreadableConformance('etcd behind secretbox', open);
});
