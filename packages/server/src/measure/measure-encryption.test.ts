import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';
import { encryptStorage, openEmbedded, parseEncryptionConfiguration } from '@keelson/storage';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { createEncryptionMetrics } from './measure-encryption.ts';

const secret = Buffer.alloc(32, 's').toString('base64');
const configuration = `apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
- resources: [secrets]
  providers: [{aesgcm: {keys: [{name: one, secret: ${secret}}]}}]
`;

it('The metrics of encryption count values by direction, header and outcome, and time them', async () => {
  const path = await mkdtemp(join(tmpdir(), 'keelson-encryption-'));
  const engine = await openEmbedded({ path });
  try {
    const parsed = parseEncryptionConfiguration(configuration);
    if (!parsed.ok) throw new Error('the configuration cannot be read');
    const metrics = createMetrics({ release: '1.24', logger: silentLogger });
    const { observe, count } = createEncryptionMetrics(metrics);
    const storage = encryptStorage(engine, parsed.configuration, { observe });
    count(storage);
    const key = '/registry/secrets/default/token';
    await storage.create(key, Buffer.from('hidden'));
    await storage.get(key);
    await storage.get(key);
    const texts = [(await metrics.print()).text, (await metrics.print()).text];
    const total = (type: string, status: string) =>
      `apiserver_storage_transformation_operations_total{status="${status}",transformation_type="${type}",transformer_prefix="k8s:enc:aesgcm:v1:one:"}`;
    for (const text of texts) {
      expect(text).toContain(`${total('to_storage', 'OK')} 1`);
      expect(text).toContain(`${total('from_storage', 'OK')} 2`);
      expect(text).toContain(`${total('from_storage', 'Internal')} 0`);
      expect(text).toContain(
        'apiserver_storage_transformation_duration_seconds_count{transformation_type="from_storage"} 2',
      );
    }
  } finally {
    await engine.close();
    await rm(path, { recursive: true, force: true });
  }
});
