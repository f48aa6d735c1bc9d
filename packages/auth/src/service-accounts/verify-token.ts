/**
 * Knows service accounts by their tokens. A signature is verified once and remembered;
 * that the token is still good, and that its account and what it is bound to still exist,
 * is looked at every time.
 */
import type { UserInfo } from '@keelson/meta';
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';

import { when } from '@keelson/telemetry';

import { intersect, refuseCredentials, unknown } from '../authentication/authenticator.ts';
import type { Audiences, TokenAuthentication, TokenAuthenticator } from '../authentication/authenticator.ts';
import type { TokenCacheRecorder } from '../authentication/token-cache-metrics.ts';
import type { BearerToken } from '../authentication/credentials.ts';
import { withAuthenticatedGroup } from '../user.ts';
import type { AccountDirectory, BoundClaim, LiveObject } from './account-directory.ts';
import { serviceAccountGroups, serviceAccountUser } from './service-account-name.ts';
import { readClaims, secretTokenIssuer, type TokenClaims } from './token-claims.ts';
import type { TokenKeys } from './token-keys.ts';

export interface VerifierOptions {
  /** The accepted issuers. */
  readonly issuers: readonly string[];
  /** The audiences of tokens that name none: those that Secrets keep. */
  readonly apiAudiences: Audiences;
  /** Of the moment. */
  readonly keys: () => TokenKeys;
  readonly directory: AccountDirectory;
  /** The bound claims that are shown in the user's extra attributes. */
  readonly toldBindings: readonly BoundClaim[];
  readonly now?: () => number;
  readonly recorder?: TokenCacheRecorder | undefined;
  /** Called for each token that is valid. */
  readonly onValid?: (() => void) | undefined;
}

/** A signed token of ours, and whose it is. */
interface Verified {
  readonly claims: TokenClaims;
  readonly user: UserInfo;
  readonly keys: TokenKeys;
  readonly digest: string;
}

/** Maximum cached verified tokens; the oldest are evicted first. */
const rememberedLimit = 20_000;
/** The tolerated difference between the clocks of replicas. */
const skewSeconds = 5;

export function createServiceAccountAuthenticator(options: VerifierOptions): TokenAuthenticator {
  const { issuers, keys, recorder, now = Date.now } = options;
  const remembered = new Map<string, Verified>();
  const remember = (digest: string, verified: Verified): void => {
    const [oldest] = remembered.size >= rememberedLimit ? remembered.keys() : [];
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(digest, verified);
  };
  const verify = async (token: BearerToken, audiences: Audiences): Promise<TokenAuthentication> => {
    const current = keys();
    const startedAt = performance.now();
    const end = recorder?.fetch();
    const claims = await verifySignature(token.text, current);
    end?.(claims !== undefined);
    recorder?.miss(startedAt);
    if (claims === undefined) return refuseCredentials('invalid bearer token');
    const user = userOf(claims, options.toldBindings);
    const verified = { claims, user, keys: current, digest: token.digest };
    remember(token.digest, verified);
    return judge(options, verified, { audiences, seconds: now() / 1000 });
  };
  return {
    authenticate: (token, audiences) => {
      const startedAt = performance.now();
      const known = remembered.get(token.digest);
      // A change of keys invalidates the cache: the signing key may no longer be trusted.
      if (known?.keys === keys()) {
        recorder?.hit(startedAt);
        return judge(options, known, { audiences, seconds: now() / 1000 });
      }
      return isFrom(token.text, issuers) ? verify(token, audiences) : unknown;
    },
  };
}

/** Before anything is verified, so that the tokens of others are left to them. */
function isFrom(text: string, issuers: readonly string[]): boolean {
  if (text.split('.', 4).length !== 3) return false;
  try {
    const { iss } = decodeJwt(text);
    return typeof iss === 'string' && (iss === secretTokenIssuer || issuers.includes(iss));
  } catch {
    return false;
  }
}

async function verifySignature(text: string, { verifying }: TokenKeys): Promise<TokenClaims | undefined> {
  for (const { key, algorithm } of keysFor(text, verifying)) {
    try {
      const { payload } = await compactVerify(text, key, { algorithms: [algorithm] });
      return readClaims(JSON.parse(Buffer.from(payload).toString('utf8')) as Record<string, unknown>);
    } catch {
      // Another key may have signed it. The error is deliberately not reported.
    }
  }
  return undefined;
}

/** The one it names, and all of them where it names none that we know. */
function keysFor(text: string, verifying: TokenKeys['verifying']): TokenKeys['verifying'] {
  try {
    const { kid } = decodeProtectedHeader(text);
    const named = verifying.filter(({ id }) => id === kid);
    return named.length > 0 ? named : verifying;
  } catch {
    return [];
  }
}

interface Moment {
  readonly audiences: Audiences;
  readonly seconds: number;
}

function judge(
  { apiAudiences, directory, onValid }: VerifierOptions,
  { claims, user, digest }: Verified,
  { audiences, seconds }: Moment,
): TokenAuthentication | Promise<TokenAuthentication> {
  const named = claims.audiences ?? apiAudiences;
  const common = intersect(named, audiences);
  if (common.length === 0) {
    return refuseCredentials(`token audiences ${list(named)} is invalid for the target audiences ${list(audiences)}`);
  }
  if (claims.expiresAt <= seconds) return refuseCredentials('service account token has expired');
  if (Math.max(claims.notBefore, claims.issuedAt) > seconds + skewSeconds) {
    return refuseCredentials('service account token is not valid yet');
  }
  const settle = (fault: string | undefined): TokenAuthentication => {
    if (fault !== undefined) return refuseCredentials(fault);
    onValid?.();
    return { outcome: 'known', user, audiences: common };
  };
  const fault = findFault(directory, { claims, digest }, seconds * 1000);
  return when(fault, settle);
}

/** As lists of texts are printed in messages. */
function list(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}

type Fault = string | undefined;

/** Why its account, or what it is bound to, does not vouch for it any more. Memory answers at once. */
function findFault(
  directory: AccountDirectory,
  { claims, digest }: Pick<Verified, 'claims' | 'digest'>,
  nowMs: number,
): Fault | Promise<Fault> {
  const { account, bound } = claims;
  const next = (live: LiveObject | undefined): Fault | Promise<Fault> => {
    const fault = accountFault(live, claims, nowMs);
    if (fault !== undefined || bound === undefined) return fault;
    const { binding, name } = bound;
    const found = directory.bound(binding, { namespace: account.namespace, name });
    const settle = (object: LiveObject | undefined): Fault =>
      boundFault(object, bound, nowMs) ?? keptFault(object, bound, digest);
    return when(found, settle);
  };
  const found = directory.account(account);
  return when(found, next);
}

function accountFault(live: LiveObject | undefined, { account, accountUid }: TokenClaims, nowMs: number): Fault {
  if (live === undefined) return `serviceaccounts ${JSON.stringify(account.name)} not found`;
  if (isGone(live, nowMs)) return `service account ${account.namespace}/${account.name} has been deleted`;
  if (live.uid === accountUid) return undefined;
  return `service account UID (${live.uid}) does not match claim (${accountUid})`;
}

function boundFault(
  live: LiveObject | undefined,
  { binding, uid }: NonNullable<TokenClaims['bound']>,
  nowMs: number,
): Fault {
  if (live === undefined || isGone(live, nowMs)) return 'service account token has been invalidated';
  if (uid === '' || live.uid === uid) return undefined;
  return `${binding} UID (${live.uid}) does not match service account ${binding} ref claim (${uid})`;
}

/** The Secret may have been made again, or its token replaced. */
function keptFault(
  live: LiveObject | undefined,
  { keepsToken }: NonNullable<TokenClaims['bound']>,
  digest: string,
): Fault {
  return keepsToken === true && live?.tokenDigest !== digest ? "token does not match server's copy" : undefined;
}

function isGone({ endsMs }: LiveObject, nowMs: number): boolean {
  return endsMs !== undefined && endsMs <= nowMs;
}

const extraPrefix = 'authentication.kubernetes.io/';

function userOf({ account, accountUid, bound }: TokenClaims, told: readonly BoundClaim[]): UserInfo {
  const user = {
    name: serviceAccountUser(account),
    uid: accountUid,
    groups: serviceAccountGroups(account),
    ...(bound !== undefined && told.includes(bound.binding) && { extra: extraOf(bound) }),
  };
  return withAuthenticatedGroup(user);
}

function extraOf({ binding, name, uid }: NonNullable<TokenClaims['bound']>): NonNullable<UserInfo['extra']> {
  return { [`${extraPrefix}${binding}-name`]: [name], [`${extraPrefix}${binding}-uid`]: [uid] };
}
