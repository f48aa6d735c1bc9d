/** Claims of a service account token: RFC 7519, section 4, and a private claim for the rest. */
import type { BoundClaim } from './account-directory.ts';
import type { ServiceAccountName } from './service-account-name.ts';
import { serviceAccountUser } from './service-account-name.ts';

export interface Reference {
  readonly name: string;
  /** Empty where any object of that name will do. */
  readonly uid: string;
}

export interface TokenClaims {
  readonly issuer: string;
  /** Absent in tokens that Secrets keep: they are for this API. */
  readonly audiences?: readonly string[] | undefined;
  /** Seconds since 1970. */
  readonly issuedAt: number;
  readonly notBefore: number;
  readonly expiresAt: number;
  readonly account: ServiceAccountName;
  readonly accountUid: string;
  readonly bound?: (Reference & { readonly binding: BoundClaim; readonly keepsToken?: boolean }) | undefined;
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
  if (payload['iss'] === secretTokenIssuer) return readSecretClaims(payload);
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

/** Of tokens that are kept in Secrets, and last as long as these. */
export const secretTokenIssuer = 'kubernetes/serviceaccount';
const secretClaim = 'kubernetes.io/serviceaccount/';
/** The entry that a Secret has in the claims of tokens that are bound to it. */
const secretBinding = 'secret';

export interface SecretTokenClaims {
  readonly account: ServiceAccountName;
  readonly accountUid: string;
  readonly secret: string;
}

export function printSecretClaims({ account, accountUid, secret }: SecretTokenClaims): Record<string, unknown> {
  return {
    iss: secretTokenIssuer,
    [`${secretClaim}namespace`]: account.namespace,
    [`${secretClaim}secret.name`]: secret,
    [`${secretClaim}service-account.name`]: account.name,
    [`${secretClaim}service-account.uid`]: accountUid,
    sub: serviceAccountUser(account),
  };
}

function readSecretClaims(payload: Json): TokenClaims | undefined {
  const [namespace, secret, name, accountUid] = [
    'namespace',
    'secret.name',
    'service-account.name',
    'service-account.uid',
  ].map((claim) => payload[`${secretClaim}${claim}`]);
  if (typeof namespace !== 'string' || typeof name !== 'string') return undefined;
  if (typeof secret !== 'string' || typeof accountUid !== 'string') return undefined;
  const account = { namespace, name };
  if (payload['sub'] !== serviceAccountUser(account)) return undefined;
  const bound = { binding: secretBinding, name: secret, uid: '', keepsToken: true };
  return { issuer: secretTokenIssuer, issuedAt: 0, notBefore: 0, expiresAt: Infinity, account, accountUid, bound };
}
