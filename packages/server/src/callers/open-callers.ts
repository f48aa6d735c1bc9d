/** Puts authentication together: the authenticators, in their order, as configured. */
import {
  createAuthenticate,
  createBootstrapAuthenticator,
  createTokenReader,
  createWebhookAuthenticator,
  forApi,
  parseTokenFile,
  type Audiences,
  type Authenticate,
  type TokenAuthenticator,
} from '@keelson/auth';
import type { UserInfo } from '@keelson/meta';
import type { AnswerQuestion, Engine } from '@keelson/registry';
import { reviewOf, type Scheme } from '@keelson/schema';
import { issuerPages, issuerPaths, type Page } from '@keelson/surface';
import type { Logger } from '@keelson/telemetry';

import type { CallersConfiguration, TokenWebhookConfiguration } from '../configuration.ts';
import type { FileSource } from '../files/file-source.ts';
import type { Parsed, Reloads } from '../files/reloads.ts';
import { answerTokenRequest } from './answer-token-request.ts';
import { answerTokenReview } from './answer-token-review.ts';
import { createTokenFinder } from './find-bootstrap-token.ts';
import { openOidc } from './open-oidc.ts';
import { openServiceAccounts } from './open-service-accounts.ts';

export interface Callers {
  readonly authenticate: Authenticate;
  /** Answers token reviews and token requests. */
  readonly answerQuestion: AnswerQuestion;
  /** Discovery pages for those who verify the tokens that this server issues. `url` is the server's own. */
  pages(url: () => string): readonly Page[];
  /** Service accounts, and the objects that their tokens are bound to, are read from the registry. */
  attach(registry: Engine): void;
  /** Makes missing keys, in the folder of the certificates. Rejects with a ConfigurationError if it cannot be used. */
  keepKeys(folder: string): Promise<void>;
}

export interface CallersParts {
  readonly scheme: Scheme;
  readonly reloads: Reloads;
  readonly logger: Logger;
}

/** Rejects with a ConfigurationError if a file cannot be used. */
export async function openCallers(configuration: CallersConfiguration, parts: CallersParts): Promise<Callers> {
  const { scheme, reloads, logger } = parts;
  const { audiences, issuers, keySetUrl } = configuration.serviceAccounts;
  let registry: Engine | undefined;
  const accounts = await openServiceAccounts(configuration.serviceAccounts, {
    ...parts,
    resources: scheme.resources(),
    registry: () => registry,
  });
  const { tokens: file, oidc, tokenWebhook } = configuration;
  const findBootstrapToken = createTokenFinder(() => registry);
  // Ordered by cost: local lookups first, the webhook last.
  const tokens = createTokenReader(
    [
      ...(file === undefined ? [] : [await watchTokenFile(file, reloads, audiences)]),
      accounts.authenticator,
      ...(configuration.allowsBootstrapTokens
        ? [createBootstrapAuthenticator({ find: findBootstrapToken, apiAudiences: audiences })]
        : []),
      ...(oidc === undefined ? [] : [await openOidc(oidc, { reloads, logger, apiAudiences: audiences })]),
      ...(tokenWebhook === undefined ? [] : [openTokenWebhook(tokenWebhook, scheme.domain, audiences)]),
    ],
    audiences,
  );
  return {
    authenticate: createAuthenticate({ tokens, allowsAnonymous: configuration.allowsAnonymous }),
    answerQuestion: (place, object) => {
      const { resource, subresource } = place;
      if (subresource === undefined)
        return reviewOf(resource) === 'token' ? answerTokenReview(tokens, object) : undefined;
      const issues = resource.subresources[subresource]?.kind === 'token';
      return issues ? answerTokenRequest(accounts.issuer, place, object) : undefined;
    },
    pages: (url) =>
      issuerPages({
        configuration: () =>
          printIssuer({
            issuer: issuers[0] ?? '',
            keySetUrl: keySetUrl ?? `${url()}${issuerPaths.keySet}`,
            algorithms: accounts.algorithms(),
          }),
        keySet: accounts.keySet,
      }),
    attach: (engine) => {
      registry = engine;
    },
    keepKeys: accounts.keepKey,
  };
}

interface Issuer {
  readonly issuer: string;
  readonly keySetUrl: string;
  readonly algorithms: readonly string[];
}

/** OpenID Connect Discovery 1.0, section 3. */
function printIssuer({ issuer, keySetUrl, algorithms }: Issuer): string {
  return JSON.stringify({
    issuer,
    jwks_uri: keySetUrl,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: algorithms,
  });
}

function openTokenWebhook(
  { post, version, cacheMs }: TokenWebhookConfiguration,
  domain: string,
  apiAudiences: Audiences,
): TokenAuthenticator {
  return createWebhookAuthenticator({ post, version, cacheMs, group: `authentication.${domain}`, apiAudiences });
}

type Users = ReadonlyMap<string, UserInfo>;

async function watchTokenFile(file: FileSource, reloads: Reloads, audiences: Audiences): Promise<TokenAuthenticator> {
  let users: Users = new Map();
  const apply = (found: Users): void => {
    users = found;
  };
  apply(await reloads.watch({ sources: [file], parse: readTokenFile, apply }));
  return forApi(audiences, ({ digest }) => users.get(digest));
}

function readTokenFile([text = '']: readonly string[]): Parsed<Users> {
  const parsed = parseTokenFile(text);
  return parsed.ok ? { ok: true, value: parsed.users } : parsed;
}
