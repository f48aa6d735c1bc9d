/** Delegates token authentication to another server by a TokenReview. */
import type { UserInfo } from '@keelson/meta';

import { withAuthenticatedGroup } from '../user.ts';
import type { PostReview } from '../webhook/review-client.ts';
import { intersect, unknown } from './authenticator.ts';
import type { Audiences, TokenAuthentication, TokenAuthenticator } from './authenticator.ts';
import { remember } from './remember.ts';
import type { TokenCacheRecorder } from './token-cache-metrics.ts';

export interface WebhookAuthenticatorOptions {
  readonly post: PostReview;
  /** Of the review: `authentication.{domain}`, in this version. */
  readonly group: string;
  readonly version: 'v1' | 'v1beta1';
  readonly apiAudiences: Audiences;
  /** Cache lifetime of an answer; 0 disables the cache. */
  readonly cacheMs: number;
  readonly now?: () => number;
  readonly recorder?: TokenCacheRecorder | undefined;
}

export function createWebhookAuthenticator(options: WebhookAuthenticatorOptions): TokenAuthenticator {
  const { post, group, version, apiAudiences, cacheMs, now, recorder } = options;
  const asked: TokenAuthenticator = {
    authenticate: async (token, audiences) => {
      const reply = await post({
        apiVersion: `${group}/${version}`,
        kind: 'TokenReview',
        metadata: { creationTimestamp: null },
        spec: { token: token.text, audiences },
      });
      return reply.ok ? readReview(reply.body, { audiences, apiAudiences }) : failed(reply.message);
    },
  };
  return remember(asked, { knownMs: cacheMs, unknownMs: cacheMs, recorder, ...(now !== undefined && { now }) });
}

interface Wanted {
  readonly audiences: Audiences;
  /** The audiences of an answer that names none. */
  readonly apiAudiences: Audiences;
}

type Json = Readonly<Record<string, unknown>>;

/** A transient failure: not cached, so the server is asked again when the token is presented again. */
function failed(why: string): TokenAuthentication {
  return { outcome: 'refused', reason: `the authentication webhook failed: ${why}`, isPassing: true };
}

function readReview(body: unknown, { audiences, apiAudiences }: Wanted): TokenAuthentication {
  const status = isObject(body) ? (body['status'] ?? {}) : undefined;
  if (!isObject(status)) return failed('its answer is no review of a token');
  const { authenticated = false, error } = status;
  if (typeof authenticated !== 'boolean') return failed('its answer is no review of a token');
  if (!authenticated) {
    return typeof error === 'string' && error !== '' ? { outcome: 'refused', reason: error, isPassing: true } : unknown;
  }
  const user = userOf(objectOf(status['user']));
  if (user === undefined) return failed('it names no user');
  const told = textsOf(status['audiences']);
  const common = intersect(audiences, told.length > 0 ? told : apiAudiences);
  return common.length === 0 ? unknown : { outcome: 'known', user, audiences: common };
}

function userOf({ username, uid, groups, extra }: Json): UserInfo | undefined {
  if (typeof username !== 'string' || username === '') return undefined;
  const more = Object.entries(objectOf(extra)).map(([key, values]) => [key, textsOf(values)] as const);
  return withAuthenticatedGroup({
    name: username,
    ...(typeof uid === 'string' && uid !== '' && { uid }),
    groups: textsOf(groups),
    ...(more.length > 0 && { extra: Object.fromEntries(more) }),
  });
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
