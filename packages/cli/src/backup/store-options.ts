/** The options that name a store, as `keelson serve` has them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { EtcdOptions } from '@keelson/storage';

import { UsageError } from '../terminal.ts';

export const storeOptions = {
  'data-dir': { type: 'string' },
  'etcd-servers': { type: 'string' },
  'etcd-prefix': { type: 'string' },
  'etcd-cafile': { type: 'string' },
  'etcd-certfile': { type: 'string' },
  'etcd-keyfile': { type: 'string' },
} as const;

export const storeHelp = `      --data-dir DIR         the data directory of a server over the embedded store
                             (default: .keelson)
      --etcd-servers URLS    an etcd cluster instead, such as https://10.0.0.1:2379
      --etcd-cafile FILE     the authority that etcd is verified against
      --etcd-certfile FILE   our certificate for etcd
      --etcd-keyfile FILE    its key`;

export type StoreValues = { readonly [Name in keyof typeof storeOptions]?: string | undefined };

export type NamedStore =
  | { readonly kind: 'embedded'; readonly path: string }
  | ({ readonly kind: 'etcd' } & Pick<EtcdOptions, 'endpoints' | 'credentials'>);

export async function storeOf(values: StoreValues): Promise<NamedStore> {
  const servers = values['etcd-servers']?.split(',').filter((each) => each !== '');
  if (servers === undefined || servers.length === 0) {
    const lone = Object.keys(values).find((name) => name.endsWith('file'));
    if (lone !== undefined) throw new UsageError(`--${lone} needs --etcd-servers`);
    return { kind: 'embedded', path: join(values['data-dir'] ?? '.keelson', 'store') };
  }
  if (values['data-dir'] !== undefined) throw new UsageError('name one store: --data-dir or --etcd-servers');
  return { kind: 'etcd', endpoints: servers, ...(await credentialsOf(values)) };
}

async function credentialsOf(values: StoreValues): Promise<Pick<EtcdOptions, 'credentials'>> {
  const [ca, cert, key] = await Promise.all([
    read(values, 'etcd-cafile'),
    read(values, 'etcd-certfile'),
    read(values, 'etcd-keyfile'),
  ]);
  if ((cert === undefined) !== (key === undefined)) {
    throw new UsageError('--etcd-certfile and --etcd-keyfile need each other');
  }
  if (ca === undefined) {
    if (cert !== undefined) throw new UsageError('--etcd-certfile needs --etcd-cafile beside it');
    return {};
  }
  return { credentials: { ca, ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) } };
}

async function read(values: StoreValues, name: keyof StoreValues): Promise<Buffer | undefined> {
  const path = values[name];
  if (path === undefined) return undefined;
  return readFile(path).catch((error: unknown) => {
    throw new UsageError(`--${name} ${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
}
