/** Tokens of service accounts, put together: their keys, what verifies them, what issues them, what others verify them by. */
import {
  createServiceAccountAuthenticator,
  printKeySet,
  tokenKeysOf,
  type TokenAuthenticator,
  type VerifyingKey,
} from '@keelson/auth';
import type { Engine } from '@keelson/registry';
import type { Resource } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import type { ServiceAccountsConfiguration } from '../configuration.ts';
import type { Reloads } from '../files/reloads.ts';
import { createAccountDirectory } from './account-directory.ts';
import type { TokenIssuer } from './answer-token-request.ts';
import { keepSigningKey } from './keep-signing-key.ts';
import { parseSigningKey, parseVerifyingKeys } from './parse-keys.ts';

export interface ServiceAccounts {
  readonly authenticator: TokenAuthenticator;
  readonly issuer: TokenIssuer;
  /**
   * Makes the key that signs, in this folder, unless it is there or another one was given. Rejects with a
   * ConfigurationError if the one that is there cannot be used.
   */
  keepKey(folder: string): Promise<void>;
  /** As JSON, for others to verify tokens by. */
  keySet(): string;
  algorithms(): readonly string[];
}

export interface ServiceAccountsParts {
  readonly reloads: Reloads;
  readonly logger: Logger;
  /** Once there is one. */
  readonly registry: () => Engine | undefined;
  readonly resources: readonly Resource[];
}

type Keys = readonly VerifyingKey[];

/** Rejects with a ConfigurationError if a file cannot be used. */
export async function openServiceAccounts(
  configuration: ServiceAccountsConfiguration,
  { reloads, registry, resources }: ServiceAccountsParts,
): Promise<ServiceAccounts> {
  const { issuers, verifyingKeys, signingKey } = configuration;
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
    authenticator: createServiceAccountAuthenticator({
      issuers,
      keys: () => keys,
      directory: createAccountDirectory(registry),
      toldBindings: resources.flatMap(({ purpose }) =>
        purpose?.kind === 'boundObject' && purpose.isTold === true ? [purpose.claim] : [],
      ),
    }),
    issuer: {
      registry: () => present(registry(), 'the registry'),
      key: () => present(signing, 'the key that signs tokens'),
      issuer: issuers[0] ?? '',
      apiAudiences: configuration.audiences,
      maxExpirationSeconds: configuration.maxExpirationSeconds,
      now: Date.now,
    },
    keepKey: async (folder) => {
      if (signing === undefined) applySigning(await keepSigningKey(folder));
    },
    keySet: () => printKeySet(keys),
    algorithms: () => [...new Set(keys.verifying.map(({ algorithm }) => algorithm))],
  };
}

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`${what} is not there yet`);
  return value;
}
