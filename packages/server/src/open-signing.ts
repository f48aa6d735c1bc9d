/** The authorities that sign certificate requests: from files, read again when they change, or the server's own. */
import type { Reloads } from '@keelson/files';
import { parseSigningPair, type KeyPair } from '@keelson/pki';

import type { SigningConfiguration, SigningFiles } from './configuration.ts';

export interface SigningAuthorities {
  /** The key pair of the moment; undefined where another process signs for this signer. */
  authorityOf(signer: string): KeyPair | undefined;
  /** Each certificate that signs, by its name in metrics. */
  readonly certificates: Readonly<Record<string, () => string>>;
}

/** Rejects with a ConfigurationError if a file cannot be used. `own` is that of the moment. */
export async function openSigning(
  { authority, signers }: SigningConfiguration,
  own: () => KeyPair,
  reloads: Reloads,
): Promise<SigningAuthorities> {
  if (signers === undefined) {
    const current = authority === undefined ? own : await follow(authority, reloads);
    return { authorityOf: current, certificates: { signing: () => current().certificate } };
  }
  const opened = await Promise.all(
    [...signers].map(async ([signer, files]) => [signer, await follow(files, reloads)] as const),
  );
  const bySigner = new Map(opened);
  return {
    authorityOf: (signer) => bySigner.get(signer)?.(),
    certificates: Object.fromEntries(
      opened.map(([signer, current]) => [`signing for ${signer}`, () => current().certificate]),
    ),
  };
}

async function follow({ chain, privateKey }: SigningFiles, reloads: Reloads): Promise<() => KeyPair> {
  let current: KeyPair;
  const apply = (found: KeyPair): void => {
    current = found;
  };
  current = await reloads.watch({ sources: [chain, privateKey], parse: parseSigningPair, apply });
  return () => current;
}
