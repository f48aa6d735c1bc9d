/** A process that writes objects of 1 KB into an etcd as fast as it takes them: `etcd-writer <url> <folder> <count>`. */
import { openEtcd } from '@keelson/storage';

import { inFlight } from './in-flight.ts';

const [url = '', folder = '', count = '0'] = process.argv.slice(2);
const value = Buffer.from(JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', filler: 'x'.repeat(950) }));

const storage = await openEtcd({ endpoints: [url] });
await inFlight(64, Number(count), async (index) => storage.create(`${folder}${index}`, value));
await storage.close();
