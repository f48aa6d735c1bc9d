/** The authority that signs certificate requests: from files, read again when they change, or the server's own. */
import type { Reloads } from '@keelson/files';
import { parseSigningPair, type KeyPair } from '@keelson/pki';

import type { SigningConfiguration } from './configuration.ts';

/** Rejects with a ConfigurationError if a file cannot be used. `own` is that of the moment. */
export async function openSigning(
  { authority }: SigningConfiguration,
  own: () => KeyPair,
  reloads: Reloads,
): Promise<() => KeyPair> {
  if (authority === undefined) return own;
  let current: KeyPair | undefined;
  const apply = (found: KeyPair): void => {
    current = found;
  };
  const sources = [authority.chain, authority.privateKey];
  apply(await reloads.watch({ sources, parse: parseSigningPair, apply }));
  return () => current ?? own();
}
