/** An etcd to serve from, given as a test has it, as flags: a server reads its trust from files. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { EtcdCredentials } from '@keelson/storage';

export interface EtcdStore {
  /** URLs of members. */
  readonly endpoints: readonly string[];
  /** In PEM. Absent for an etcd without TLS. */
  readonly credentials?: EtcdCredentials | undefined;
}

const flagOf = { ca: 'etcd-cafile', cert: 'etcd-certfile', key: 'etcd-keyfile' } as const;

/** Writes the credentials into the folder of the server. */
export async function etcdFlags(folder: string, { endpoints, credentials }: EtcdStore): Promise<readonly string[]> {
  const flags = [`--etcd-servers=${endpoints.join(',')}`];
  for (const part of ['ca', 'cert', 'key'] as const) {
    const pem = credentials?.[part];
    if (pem === undefined) continue;
    const path = join(folder, `etcd-${part}.pem`);
    await writeFile(path, pem, { mode: 0o600 });
    flags.push(`--${flagOf[part]}=${path}`);
  }
  return flags;
}
