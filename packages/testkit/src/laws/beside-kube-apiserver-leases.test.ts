/** A server whose store has the lease of a kube-apiserver: what its endpoints have, and what the operator is told. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openEmbedded } from '@keelson/storage';
import { silentLogger } from '@keelson/telemetry';

import { startKeelson } from '../server/start-keelson.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-leases-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const secret = Buffer.alloc(32, 7).toString('base64');
const encryption = {
  kind: 'EncryptionConfiguration',
  apiVersion: 'apiserver.config.k8s.io/v1',
  resources: [
    {
      resources: ['widgets.example.com'],
      providers: [{ aesgcm: { keys: [{ name: 'k1', secret }] } }, { identity: {} }],
    },
  ],
};
const lease = {
  kind: 'Endpoints',
  apiVersion: 'v1',
  metadata: { creationTimestamp: null, generation: 3 },
  subsets: [{ addresses: [{ ip: '192.0.2.9' }] }],
};

async function fillStore(): Promise<void> {
  await mkdir(join(folder, 'data'));
  const storage = await openEmbedded({ path: join(folder, 'data', 'store') });
  await storage.create('/registry/masterleases/192.0.2.9', Buffer.from(JSON.stringify(lease)));
  await storage.create('/registry/masterleases/9.9.9.9', Buffer.from('garbage'));
  await storage.close();
}

describe('a server beside the lease of a kube-apiserver', () => {
  it('has its address among its own endpoints, and warns of custom resources that are encrypted', async () => {
    await fillStore();
    const path = join(folder, 'encryption.json');
    await writeFile(path, JSON.stringify(encryption));
    const warnings: [string, object?][] = [];
    const warn = (...told: [string, object?]) => void warnings.push(told);
    const keelson = await startKeelson({
      folder,
      logger: { ...silentLogger, warn },
      flags: ['--advertise-address=192.0.2.1', `--encryption-provider-config=${path}`],
    });
    try {
      const { body } = await keelson.ask('/api/v1/namespaces/default/endpoints/kubernetes');
      const { subsets } = JSON.parse(body) as { subsets: object[] };
      expect(subsets).toMatchObject([{ addresses: [{ ip: '192.0.2.1' }, { ip: '192.0.2.9' }] }]);
    } finally {
      await keelson.stop();
    }
    const ofCustom = warnings.filter(([text]) => text.startsWith('custom resources are encrypted'));
    expect(ofCustom).toMatchObject([
      [expect.anything(), { resources: ['widgets.example.com'], servers: ['192.0.2.9'] }],
    ]);
    const ofLeases = warnings.filter(([text]) => text.startsWith('a lease of an API server'));
    expect(ofLeases).toMatchObject([[expect.anything(), { key: '/registry/masterleases/9.9.9.9' }]]);
  });
});
