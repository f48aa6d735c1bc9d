/** Reads the authentication flags. The server reads the files that they name, and reads them again when they change. */
import type { ServerConfiguration } from '@keelson/server';

import { UsageError } from '../terminal.ts';
import { authorizersOf, reviewServerOf } from './authorizers.ts';
import { fileOf } from './files.ts';
import type { ServeValues } from './values.ts';

type Callers = ServerConfiguration['callers'];

export async function callersOf(values: ServeValues): Promise<Callers> {
  return {
    clientAuthority: fileOf(values, 'client-ca-file'),
    revocations: fileOf(values, 'client-crl-file'),
    tokens: fileOf(values, 'token-auth-file'),
    frontProxy: frontProxyOf(values),
    serviceAccounts: serviceAccountsOf(values),
    allowsBootstrapTokens: values['enable-bootstrap-token-auth'],
    oidc: oidcOf(values),
    tokenWebhook: await tokenWebhookOf(values),
    authorizers: await authorizersOf(values),
    allowsAnonymous: values['anonymous-auth'],
  };
}

function frontProxyOf(values: ServeValues): Callers['frontProxy'] {
  const authority = fileOf(values, 'requestheader-client-ca-file');
  const allowedNames = values['requestheader-allowed-names'];
  if (authority === undefined) {
    if (allowedNames.length === 0) return undefined;
    throw new UsageError('--requestheader-allowed-names needs --requestheader-client-ca-file beside it');
  }
  const lower = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());
  return {
    authority,
    allowedNames,
    headers: {
      user: lower(values['requestheader-username-headers']),
      group: lower(values['requestheader-group-headers']),
      extraPrefixes: lower(values['requestheader-extra-headers-prefix']),
    },
  };
}

function serviceAccountsOf(values: ServeValues): Callers['serviceAccounts'] {
  const issuers = values['service-account-issuer'];
  const wrong = issuers.find((issuer) => issuer.includes(':') && !URL.canParse(issuer));
  if (wrong !== undefined) throw new UsageError(`--service-account-issuer "${wrong}" has a colon and is no URL`);
  const audiences = values['api-audiences'];
  const longest = values['service-account-max-token-expiration'] / 1000;
  if (longest > 0 && (longest < minExpirationSeconds || longest > maxExpirationSeconds)) {
    throw new UsageError('--service-account-max-token-expiration has to be from 1h to 2^32 seconds');
  }
  return {
    issuers,
    audiences: audiences.length > 0 ? audiences : issuers.slice(0, 1),
    signingKey: fileOf(values, 'service-account-signing-key-file'),
    verifyingKeys: values['service-account-key-file'].map((path) => ({ flag: 'service-account-key-file', path })),
    ...(longest > 0 && { maxExpirationSeconds: longest }),
    keySetUrl: values['service-account-jwks-uri'],
  };
}

const minExpirationSeconds = 3600;
const maxExpirationSeconds = 2 ** 32;

function oidcOf(values: ServeValues): Callers['oidc'] {
  const issuer = values['oidc-issuer-url'];
  const clientId = values['oidc-client-id'];
  if (issuer === undefined && clientId === undefined) return undefined;
  if (issuer === undefined) throw new UsageError('--oidc-client-id needs --oidc-issuer-url beside it');
  if (clientId === undefined) throw new UsageError('--oidc-issuer-url needs --oidc-client-id beside it');
  if (!URL.canParse(issuer) || !issuer.startsWith('https://')) {
    throw new UsageError(`--oidc-issuer-url "${issuer}" is no URL of HTTPS`);
  }
  const usernameClaim = values['oidc-username-claim'];
  const unprefixed = usernameClaim === 'email' ? '' : `${issuer}#`;
  const usernamePrefix = values['oidc-username-prefix'] ?? unprefixed;
  return {
    issuer,
    clientId,
    authority: fileOf(values, 'oidc-ca-file'),
    algorithms: values['oidc-signing-algs'],
    usernameClaim,
    usernamePrefix: usernamePrefix === '-' ? '' : usernamePrefix,
    groupsClaim: values['oidc-groups-claim'],
    groupsPrefix: values['oidc-groups-prefix'],
    requiredClaims: values['oidc-required-claim'],
  };
}

async function tokenWebhookOf(values: ServeValues): Promise<Callers['tokenWebhook']> {
  const flag = 'authentication-token-webhook-config-file';
  const path = values[flag];
  if (path === undefined) return undefined;
  return {
    server: await reviewServerOf(flag, path),
    version: values['authentication-token-webhook-version'] === 'v1' ? 'v1' : 'v1beta1',
    cacheMs: values['authentication-token-webhook-cache-ttl'],
  };
}
