/** Claims of a service account token: RFC 7519, section 4, and a private claim for the rest. */
import type { BoundClaim } from './account-directory.ts';
import type { ServiceAccountName } from './service-account-name.ts';
import { serviceAccountUser } from './service-account-name.ts';

export interface Reference {
  readonly name: string;
  readonly uid: string;
}

export interface TokenClaims {
  readonly issuer: string;
  readonly audiences: readonly string[];
  /** Seconds since 1970. */
  readonly issuedAt: number;
  readonly notBefore: number;
  readonly expiresAt: number;
  readonly account: ServiceAccountName;
  readonly accountUid: string;
  readonly bound?: (Reference & { readonly binding: BoundClaim }) | undefined;
}

const privateClaim = 'kubernetes.io';
/** Not bound to anything but the account. */
const accountClaims = new Set(['namespace', 'serviceaccount', 'warnafter']);

export function printClaims(claims: TokenClaims): Record<string, unknown> {
  const { account, bound } = claims;
  return {
    aud: claims.audiences,
    exp: claims.expiresAt,
    iat: claims.issuedAt,
    iss: claims.issuer,
    [privateClaim]: {
      namespace: account.namespace,
      ...(bound !== undefined && { [bound.binding]: { name: bound.name, uid: bound.uid } }),
      serviceaccount: { name: account.name, uid: claims.accountUid },
    },
    nbf: claims.notBefore,
    sub: serviceAccountUser(account),
  };
}

type Json = Readonly<Record<string, unknown>>;

/** Undefined where a signed token is none of ours, or is bound to what we do not know. */
export function readClaims(payload: Json): TokenClaims | undefined {
  const { iss, aud, iat, nbf, exp, sub, [privateClaim]: own } = payload;
  const subjects = isObject(own) ? readSubjects(own) : undefined;
  const audiences = textsOf(aud);
  if (subjects === undefined || audiences === undefined) return undefined;
  if (typeof iss !== 'string' || typeof exp !== 'number') return undefined;
  if (sub !== serviceAccountUser(subjects.account)) return undefined;
  return {
    issuer: iss,
    audiences,
    issuedAt: numberOr(iat, 0),
    notBefore: numberOr(nbf, 0),
    expiresAt: exp,
    ...subjects,
  };
}

type Subjects = Pick<TokenClaims, 'account' | 'accountUid' | 'bound'>;

function readSubjects(own: Json): Subjects | undefined {
  const { namespace } = own;
  const account = referenceIn(own, 'serviceaccount');
  if (account === undefined || typeof namespace !== 'string') return undefined;
  const subjects = { account: { namespace, name: account.name }, accountUid: account.uid };
  const [binding, ...others] = Object.keys(own).filter((key) => !accountClaims.has(key));
  if (binding === undefined) return subjects;
  const bound = referenceIn(own, binding);
  return bound === undefined || others.length > 0 ? undefined : { ...subjects, bound: { binding, ...bound } };
}

/** One may be given without a list. */
function textsOf(value: unknown): readonly string[] | undefined {
  const texts = typeof value === 'string' ? [value] : value;
  return Array.isArray(texts) && texts.every((each) => typeof each === 'string') ? texts : undefined;
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function referenceIn(claim: Json, key: string): Reference | undefined {
  const value = claim[key];
  if (!isObject(value) || typeof value['name'] !== 'string' || typeof value['uid'] !== 'string') return undefined;
  return { name: value['name'], uid: value['uid'] };
}
