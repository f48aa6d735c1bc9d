/** A server whose store holds objects of every kind from the start, and that audits every request. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createApiScheme } from '@keelson/api';
import { openEmbedded } from '@keelson/storage';
import { silentLogger } from '@keelson/telemetry';

import { startKeelson } from '../server/start-keelson.ts';
import type { Keelson } from '../server/start-keelson.ts';
import { storeEveryKind } from './every-object.ts';

export interface EveryKindServed extends Pick<Keelson, 'ask' | 'stop'> {
  /** A line of JSON for each stage of each request. */
  auditLog(): Promise<string>;
}

const prefix = '/registry';
const auditPolicy = 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: RequestResponse\n';

/** The history before the server is compacted, so that a watch from there finds it gone. */
export async function serveEveryKind(): Promise<EveryKindServed> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-every-kind-'));
  const [policyPath, logPath] = [join(folder, 'policy.yaml'), join(folder, 'audit.log')];
  await writeFile(policyPath, auditPolicy);
  const storage = await openEmbedded({ path: join(folder, 'data', 'store'), prefix, logger: silentLogger });
  await storeEveryKind(createApiScheme(), storage);
  await storage.compact(await storage.currentRevision());
  await storage.close();
  const audit = ['--audit-policy-file', policyPath, '--audit-log-path', logPath];
  const store = ['--etcd-prefix', prefix, '--etcd-compaction-interval', '0'];
  // Controllers would change what is read meanwhile.
  const keelson = await startKeelson({ folder, flags: [...audit, ...store, '--controllers='] });
  return {
    ask: keelson.ask,
    auditLog: () => readFile(logPath, 'utf8'),
    stop: async () => {
      await keelson.stop();
      await rm(folder, { recursive: true });
    },
  };
}
