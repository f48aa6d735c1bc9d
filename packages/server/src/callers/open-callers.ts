/** Puts authentication together: the authenticators, in their order, as configured. */
import {
  answerTokenRequest,
  answerTokenReview,
  createAccountDirectory,
  createAuthenticate,
  createBootstrapAuthenticator,
  createReviewClient,
  createServiceAccountAuthenticator,
  createTokenCacheMetrics,
  createTokenFinder,
  createTokenReader,
  createWebhookAuthenticator,
  forApi,
  parseTokenFile,
  type Audiences,
  type Authenticate,
  type TokenAuthenticator,
  type TokenCacheRecorder,
  type TokenIssuer,
} from '@keelson/auth';
import type { Callouts } from '@keelson/callouts';
import type { Informers } from '@keelson/informers';
import type { UserInfo } from '@keelson/meta';
import type { AnswerPostedReview } from '@keelson/registry';
import { reviewOf, type Scheme } from '@keelson/schema';
import { issuerPages, issuerPaths, type Page } from '@keelson/surface';
import type { Logger, MetricDefinition, Metrics } from '@keelson/telemetry';

import type { CallersConfiguration, TokenWebhookConfiguration } from '../configuration.ts';
import type { FileSource, Parsed, Reloads } from '@keelson/files';
import { openOidc } from './open-oidc.ts';
import { openTokenKeys, type OpenTokenKeys } from './open-token-keys.ts';

/** The content of the files and flags about callers. It is read before the store is opened, so that faults are found first. */
export interface CallerSources {
  readonly keys: OpenTokenKeys;
  readonly tokenFile: TokenAuthenticator | undefined;
  readonly oidc: TokenAuthenticator | undefined;
}

export interface Callers {
  readonly authenticate: Authenticate;
  /** Answers token reviews and token requests. */
  readonly answerPostedReview: AnswerPostedReview;
  /** Discovery pages for those who verify the tokens that this server issues. `url` is the server's own. */
  pages(url: () => string): readonly Page[];
}

/** Rejects with a ConfigurationError if a file cannot be used. */
export async function readCallers(
  { serviceAccounts, tokens, oidc }: CallersConfiguration,
  { reloads, logger }: { readonly reloads: Reloads; readonly logger: Logger },
): Promise<CallerSources> {
  const { audiences } = serviceAccounts;
  const keys = await openTokenKeys(serviceAccounts, reloads);
  const tokenFile = tokens && (await watchTokenFile(tokens, reloads, audiences));
  return { keys, tokenFile, oidc: oidc && (await openOidc(oidc, { reloads, logger, apiAudiences: audiences })) };
}

export interface CallersParts {
  readonly scheme: Scheme;
  readonly sources: CallerSources;
  /** Of service accounts, what their tokens are bound to, and bootstrap tokens. */
  readonly informers: Informers;
  readonly callouts: Pick<Callouts, 'call'>;
  readonly metrics: Metrics;
}

export function createCallers(configuration: CallersConfiguration, parts: CallersParts): Callers {
  const { sources, informers } = parts;
  const { audiences, issuers, keySetUrl, maxExpirationSeconds } = configuration.serviceAccounts;
  const tokens = createTokenReader(tokenAuthenticators(configuration, parts), audiences);
  const issuer: TokenIssuer = {
    informers,
    key: sources.keys.signing,
    issuer: issuers[0] ?? '',
    apiAudiences: audiences,
    maxExpirationSeconds,
    now: Date.now,
  };
  return {
    authenticate: createAuthenticate({ tokens, allowsAnonymous: configuration.allowsAnonymous }),
    answerPostedReview: (place, object) => {
      const { resource, subresource } = place;
      if (subresource === undefined)
        return reviewOf(resource) === 'token' ? answerTokenReview(tokens, object) : undefined;
      const issues = resource.subresources[subresource]?.kind === 'token';
      return issues ? answerTokenRequest(issuer, place, object) : undefined;
    },
    pages: (url) =>
      issuerPages({
        configuration: () =>
          printIssuer({
            issuer: issuer.issuer,
            keySetUrl: keySetUrl ?? `${url()}${issuerPaths.keySet}`,
            algorithms: sources.keys.algorithms(),
          }),
        keySet: sources.keys.keySet,
      }),
  };
}

const validTokens: MetricDefinition = {
  name: 'serviceaccount_valid_tokens_total',
  help: 'Cumulative valid projected service account tokens used',
  stability: 'ALPHA',
};

/** Ordered by cost: local lookups first, the webhook last. */
function tokenAuthenticators(
  { serviceAccounts, allowsBootstrapTokens, tokenWebhook }: CallersConfiguration,
  { scheme, sources, informers, callouts, metrics }: CallersParts,
): readonly TokenAuthenticator[] {
  const { audiences: apiAudiences, issuers } = serviceAccounts;
  const { keys, tokenFile, oidc } = sources;
  const recorder = createTokenCacheMetrics(metrics);
  const valid = metrics.counter(validTokens).with({});
  const all: readonly (TokenAuthenticator | undefined)[] = [
    tokenFile,
    createServiceAccountAuthenticator({
      issuers,
      apiAudiences,
      keys: keys.current,
      recorder,
      onValid: () => valid.add(),
      directory: createAccountDirectory(informers),
      toldBindings: scheme
        .resources()
        .flatMap(({ purpose }) => (purpose?.kind === 'boundObject' && purpose.isTold === true ? [purpose.claim] : [])),
    }),
    allowsBootstrapTokens
      ? createBootstrapAuthenticator({ find: createTokenFinder(informers), apiAudiences })
      : undefined,
    oidc,
    tokenWebhook && openTokenWebhook(tokenWebhook, { callouts, domain: scheme.domain, apiAudiences, recorder }),
  ];
  return all.filter((authenticator) => authenticator !== undefined);
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

interface TokenWebhookParts {
  readonly callouts: Pick<Callouts, 'call'>;
  readonly domain: string;
  readonly apiAudiences: Audiences;
  readonly recorder: TokenCacheRecorder;
}

function openTokenWebhook(
  { server, version, cacheMs }: TokenWebhookConfiguration,
  { callouts, domain, apiAudiences, recorder }: TokenWebhookParts,
): TokenAuthenticator {
  const post = createReviewClient({ callouts, server });
  return createWebhookAuthenticator({
    post,
    version,
    cacheMs,
    group: `authentication.${domain}`,
    apiAudiences,
    recorder,
  });
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
