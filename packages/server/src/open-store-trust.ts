/** The trust between this server and etcd, read again when its files change: connections that are open go on. */
import type { Reloads } from '@keelson/files';
import { parseCertificates, parseServingPair } from '@keelson/pki';
import type { CredentialSource, EtcdCredentials } from '@keelson/storage';

import type { StoreConfiguration } from './configuration.ts';

/** Rejects with a ConfigurationError if a file cannot be used. */
export async function openStoreTrust(
  { etcd }: Pick<StoreConfiguration, 'etcd'>,
  reloads: Reloads,
): Promise<CredentialSource> {
  const trust = etcd?.trust;
  if (trust === undefined) return () => undefined;
  const { authority, client } = trust;
  const parseAuthority = (texts: readonly string[]) => {
    const parsed = parseCertificates(texts);
    return parsed.ok ? ({ ok: true, value: Buffer.from(parsed.value.join('')) } as const) : parsed;
  };
  let current: EtcdCredentials = { ca: Buffer.from('') };
  const applyAuthority = (ca: Buffer): void => {
    current = { ...current, ca };
  };
  const applyPair = ({ chain, privateKey }: { readonly chain: string; readonly privateKey: string }): void => {
    current = { ...current, cert: Buffer.from(chain), key: Buffer.from(privateKey) };
  };
  applyAuthority(await reloads.watch({ sources: [authority], parse: parseAuthority, apply: applyAuthority }));
  if (client === undefined) return () => current;
  const sources = [client.certificate, client.privateKey];
  applyPair(await reloads.watch({ sources, parse: parseServingPair, apply: applyPair }));
  return () => current;
}
