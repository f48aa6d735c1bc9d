import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import { openEmbedded, type Storage } from '@keelson/storage';
import { silentLogger } from '@keelson/telemetry';

import type { StoreConfiguration } from './configuration.ts';
import { warnOfEncryptedCustomResources } from './encrypted-custom-resources.ts';

const scheme = createApiScheme({ includeRetired: true });

let path = '';
let storage: Storage;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-peers-'));
  storage = await openEmbedded({ path });
});
afterEach(async () => {
  await storage.close();
  await rm(path, { recursive: true });
});

/** `metadata` is what tells a kube-apiserver from this server. */
async function putLease(ip: string, metadata: object): Promise<void> {
  const lease = { kind: 'Endpoints', apiVersion: 'v1', metadata, subsets: [{ addresses: [{ ip }] }] };
  await storage.create(`/registry/masterleases/${ip}`, Buffer.from(JSON.stringify(lease)));
}

const secret = Buffer.alloc(32, 7).toString('base64');
const cipher = { aesgcm: { keys: [{ name: 'k1', secret }] } };
const identity = { identity: {} };

/** Returns the fields of what is warned of. */
async function warningsOf(
  rules: readonly { readonly resources: readonly string[]; readonly providers: readonly object[] }[],
  read: Pick<Storage, 'prefix' | 'range'> = storage,
): Promise<readonly object[]> {
  const warnings: object[] = [];
  const encryption = JSON.stringify({
    kind: 'EncryptionConfiguration',
    apiVersion: 'apiserver.config.k8s.io/v1',
    resources: rules,
  });
  const store = { encryption: rules.length === 0 ? undefined : encryption } as unknown as StoreConfiguration;
  const warn = (_text: string, fields?: object) => void warnings.push(fields ?? {});
  const logger = { ...silentLogger, warn };
  await warnOfEncryptedCustomResources({ store, domain: 'k8s.io' }, { storage: read, scheme, logger });
  return warnings;
}

describe('custom resources that are encrypted', () => {
  it('are warned of once beside a kube-apiserver that is alive, with a remedy', async () => {
    await putLease('10.0.0.8', { name: '10.0.0.8', creationTimestamp: null });
    await putLease('10.0.0.9', { creationTimestamp: null, generation: 3 });
    await storage.create('/registry/masterleases/9.9.9.9', Buffer.from('garbage'));
    const rules = [
      { resources: ['secrets', 'widgets.example.com', 'leases.coordination.k8s.io'], providers: [cipher, identity] },
      { resources: ['gadgets.example.com'], providers: [identity, cipher] },
      { resources: ['*.*'], providers: [cipher] },
    ];
    expect(await warningsOf(rules)).toEqual([
      {
        resources: ['widgets.example.com', '*.*'],
        servers: ['10.0.0.9'],
        advise: expect.stringContaining('with identity as its first provider, and run keelson migrate'),
      },
    ]);
  });

  it('are not warned of beside servers of this program alone', async () => {
    await putLease('10.0.0.8', { name: '10.0.0.8', creationTimestamp: null });
    expect(await warningsOf([{ resources: ['widgets.example.com'], providers: [cipher] }])).toEqual([]);
  });

  it('are no concern where built-in resources alone are encrypted, or nothing is', async () => {
    await putLease('10.0.0.9', { generation: 3 });
    const builtIn = ['secrets', 'deployments.apps', 'deployments.extensions', 'leases.coordination.k8s.io', '*.'];
    expect(await warningsOf([{ resources: builtIn, providers: [cipher] }])).toEqual([]);
    expect(await warningsOf([{ resources: ['widgets.example.com'], providers: [identity, cipher] }])).toEqual([]);
    expect(await warningsOf([])).toEqual([]);
  });

  it('do not fail a start over a store that fails', async () => {
    const away = { prefix: '/registry/', range: async () => Promise.reject(new Error('away')) };
    expect(await warningsOf([{ resources: ['widgets.example.com'], providers: [cipher] }], away)).toEqual([]);
  });
});
