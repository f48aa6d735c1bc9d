/** A process that writes objects of 1 KB into an etcd as fast as it takes them: `etcd-writer <url> <folder> <count>`. */
import { openEtcd } from '@keelson/storage';

import { inFlight } from './in-flight.ts';

const [url = '', folder = '', count = '0'] = process.argv.slice(2);
const filler = 'x'.repeat(830);
const uid = '0b5a6f5e-5f0a-4f5e-9d0a-000000000000';

function valueOf(name: string): Buffer {
  const metadata = { name, uid, creationTimestamp: '2024-01-01T00:00:00Z' };
  return Buffer.from(JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata, data: { filler } }));
}

const storage = await openEtcd({ endpoints: [url] });
await inFlight(64, Number(count), async (index) => storage.create(`${folder}${index}`, valueOf(String(index))));
await storage.close();
