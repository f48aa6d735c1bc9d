/** Secrets that hold bootstrap tokens, by which nodes and people come in for the first time. */
import type { Secret } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import { canonicalTime } from '@keelson/schema';

export type CachedBootstrapSecret = CachedObject<Secret>;

/** The namespace of all of them. */
export const bootstrapNamespace = 'kube-system';

const tokenType = 'bootstrap.kubernetes.io/token';
const idForm = /^[a-z0-9]{6}$/;
const secretForm = /^[a-z0-9]{16}$/;

export function isBootstrapSecret({ decoded, namespace }: CachedBootstrapSecret): boolean {
  return namespace === bootstrapNamespace && decoded.ok && decoded.object.type === tokenType;
}

/** Undefined for one that does not expire. A text that is no time has expired. */
export function expiryMsOf(secret: CachedBootstrapSecret): number | undefined {
  const expiration = textOf(secret, 'expiration');
  if (expiration === '') return undefined;
  const time = canonicalTime(expiration);
  return time.ok && time.value !== null ? Date.parse(time.value) : 0;
}

export interface SigningToken {
  readonly id: string;
  readonly secret: string;
}

/** The token of a Secret that may sign at this moment. */
export function signingTokenOf(secret: CachedBootstrapSecret, nowMs: number): SigningToken | undefined {
  const [id, text] = [textOf(secret, 'token-id'), textOf(secret, 'token-secret')];
  const isWhole = idForm.test(id) && secretForm.test(text) && secret.name === `bootstrap-token-${id}`;
  const isLive = secret.head.deletionTimestamp === undefined && (expiryMsOf(secret) ?? Infinity) > nowMs;
  const maySign = textOf(secret, 'usage-bootstrap-signing') === 'true';
  return isBootstrapSecret(secret) && isWhole && isLive && maySign ? { id, secret: text } : undefined;
}

function textOf({ decoded }: CachedBootstrapSecret, key: string): string {
  const data = decoded.ok ? (decoded.object.data ?? {}) : {};
  return Buffer.from(Object.hasOwn(data, key) ? (data[key] ?? '') : '', 'base64').toString('utf8');
}
