/** Leaves tokens to another server, which is asked by a review of them. */
import { withAuthenticatedGroup } from '../user.ts';
import type { User } from '../user.ts';
import type { PostReview } from '../webhook/review-client.ts';
import { intersect, refuse, unknown } from './authenticator.ts';
import type { Audiences, TokenAuthentication, TokenAuthenticator } from './authenticator.ts';
import { remember } from './remember.ts';

export interface WebhookAuthenticatorOptions {
  readonly post: PostReview;
  /** Of the review: `authentication.{domain}`, in this version. */
  readonly group: string;
  readonly version: 'v1' | 'v1beta1';
  readonly apiAudiences: Audiences;
  /** How long an answer counts; 0 for not at all. */
  readonly cacheMs: number;
  readonly now?: () => number;
}

export function createWebhookAuthenticator(options: WebhookAuthenticatorOptions): TokenAuthenticator {
  const { post, group, version, apiAudiences, cacheMs, now } = options;
  const asked: TokenAuthenticator = {
    authenticate: async (token, audiences) => {
      const reply = await post({
        apiVersion: `${group}/${version}`,
        kind: 'TokenReview',
        metadata: { creationTimestamp: null },
        spec: { token: token.text, audiences },
      });
      if (!reply.ok) {
        return { outcome: 'refused', reason: `the authentication webhook failed: ${reply.message}`, isPassing: true };
      }
      return readReview(reply.body, { audiences, apiAudiences });
    },
  };
  return remember(asked, { knownMs: cacheMs, unknownMs: cacheMs, ...(now !== undefined && { now }) });
}

interface Wanted {
  readonly audiences: Audiences;
  /** Those of an answer that names none. */
  readonly apiAudiences: Audiences;
}

type Json = Readonly<Record<string, unknown>>;

function readReview(body: unknown, { audiences, apiAudiences }: Wanted): TokenAuthentication {
  const status = objectOf(objectOf(body)['status']);
  if (status['authenticated'] !== true) {
    const { error } = status;
    return typeof error === 'string' && error !== '' ? refuse(error) : unknown;
  }
  const told = textsOf(status['audiences']);
  const common = intersect(audiences, told.length > 0 ? told : apiAudiences);
  const user = userOf(objectOf(status['user']));
  return common.length === 0 || user === undefined ? unknown : { outcome: 'known', user, audiences: common };
}

function userOf({ username, uid, groups, extra }: Json): User | undefined {
  if (typeof username !== 'string' || username === '') return undefined;
  const more = Object.entries(objectOf(extra)).map(([key, values]) => [key, textsOf(values)] as const);
  return withAuthenticatedGroup({
    name: username,
    ...(typeof uid === 'string' && uid !== '' && { uid }),
    groups: textsOf(groups),
    ...(more.length > 0 && { extra: Object.fromEntries(more) }),
  });
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
