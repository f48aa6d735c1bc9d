/** The keys of service account tokens: those that verify, the one that signs, and what others verify tokens by. */
import { printKeySet, tokenKeysOf, type TokenKeys, type VerifyingKey } from '@keelson/auth';

import type { ServiceAccountsConfiguration } from '../configuration.ts';
import type { Reloads } from '@keelson/files';
import { keepSigningKey } from './keep-signing-key.ts';
import { parseSigningKey, parseVerifyingKeys } from './parse-keys.ts';

export interface OpenTokenKeys {
  /** As the files have them now. */
  current(): TokenKeys;
  /** Throws where there is none: before `keepSigning`. */
  signing(): VerifyingKey;
  /**
   * Makes the key that signs, in this folder, unless it is there or another one was given. Rejects with a
   * ConfigurationError if the one that is there cannot be used.
   */
  keepSigning(folder: string): Promise<void>;
  /** As JSON, for others to verify tokens by. */
  keySet(): string;
  algorithms(): readonly string[];
}

type Keys = readonly VerifyingKey[];

/** Rejects with a ConfigurationError if a file cannot be used. */
export async function openTokenKeys(
  { verifyingKeys, signingKey }: ServiceAccountsConfiguration,
  reloads: Reloads,
): Promise<OpenTokenKeys> {
  let signing: VerifyingKey | undefined;
  let verifying: Keys = [];
  let keys = tokenKeysOf(undefined, []);
  const renew = (): void => {
    keys = tokenKeysOf(signing, verifying);
  };
  const applySigning = (found: VerifyingKey): void => {
    signing = found;
    renew();
  };
  const applyVerifying = (found: Keys): void => {
    verifying = found;
    renew();
  };
  if (signingKey !== undefined) {
    applySigning(await reloads.watch({ sources: [signingKey], parse: parseSigningKey, apply: applySigning }));
  }
  if (verifyingKeys.length > 0) {
    const watching = { sources: verifyingKeys, parse: parseVerifyingKeys, apply: applyVerifying };
    applyVerifying(await reloads.watch(watching));
  }
  return {
    current: () => keys,
    signing: () => {
      if (signing === undefined) throw new Error('the key that signs tokens is not there yet');
      return signing;
    },
    keepSigning: async (folder) => {
      if (signing === undefined) applySigning(await keepSigningKey(folder));
    },
    keySet: () => printKeySet(keys),
    algorithms: () => [...new Set(keys.verifying.map(({ algorithm }) => algorithm))],
  };
}
