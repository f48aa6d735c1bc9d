/**
 * Tokens with which nodes and people come in for the first time: an id, which names an
 * object that may not even exist, and a secret, which is in it.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

import { canonicalTime } from '@keelson/schema';
import { when } from '@keelson/telemetry';

import { intersect, refuseCredentials, unknown } from '../authentication/authenticator.ts';
import type { Audiences, TokenAuthentication, TokenAuthenticator } from '../authentication/authenticator.ts';
import { withAuthenticatedGroup } from '../user.ts';

/** The Secret of a bootstrap token, decoded. */
export interface KeptToken {
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
  readonly isGoing: boolean;
}

export interface BootstrapOptions {
  /** By the id. Answers at once from memory where it can. */
  readonly find: (id: string) => KeptToken | undefined | Promise<KeptToken | undefined>;
  readonly apiAudiences: Audiences;
  readonly now?: () => number;
}

export const bootstrapTokenType = 'bootstrap.kubernetes.io/token';
const form = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const ownGroup = 'system:bootstrappers';
const extraGroup = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;
/** One message for all: which part was wrong would help a guesser. */
const wrong = refuseCredentials('invalid bearer token');

export function createBootstrapAuthenticator(options: BootstrapOptions): TokenAuthenticator {
  const { find, apiAudiences, now = Date.now } = options;
  return {
    authenticate: (token, audiences) => {
      const [, id, secret] = form.exec(token.text) ?? [];
      if (id === undefined || secret === undefined) return unknown;
      const common = intersect(audiences, apiAudiences);
      if (common.length === 0) return unknown;
      const settle = (kept: KeptToken | undefined): TokenAuthentication =>
        kept !== undefined && isGood(kept, { id, secret, nowMs: now() }) ? known(id, kept, common) : wrong;
      const kept = find(id);
      return when(kept, settle);
    },
  };
}

interface Presented {
  readonly id: string;
  readonly secret: string;
  readonly nowMs: number;
}

function isGood({ type, data, isGoing }: KeptToken, { id, secret, nowMs }: Presented): boolean {
  const { expiration = '' } = data;
  return (
    isEqual(data['token-secret'] ?? '', secret) &&
    data['token-id'] === id &&
    type === bootstrapTokenType &&
    !isGoing &&
    data['usage-bootstrap-authentication'] === 'true' &&
    (expiration === '' || endOf(expiration) > nowMs)
  );
}

/** RFC 3339, and nothing else that the engine might take for a time. A text that is no time has ended. */
function endOf(expiration: string): number {
  const time = canonicalTime(expiration);
  return time.ok && time.value !== null ? Date.parse(time.value) : -Infinity;
}

/** In the same time whatever is different. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return one !== '' && timingSafeEqual(digest(one), digest(other));
}

function known(id: string, { data }: KeptToken, audiences: Audiences): TokenAuthentication {
  const extra = (data['auth-extra-groups'] ?? '').split(',').filter((group) => group !== '');
  if (!extra.every((group) => extraGroup.test(group))) return wrong;
  const groups = [ownGroup, ...extra.sort()];
  return { outcome: 'known', user: withAuthenticatedGroup({ name: `system:bootstrap:${id}`, groups }), audiences };
}
