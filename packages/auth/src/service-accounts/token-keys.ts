/**
 * Keys that sign the tokens of service accounts, and those that verify them. Each key
 * has one algorithm, and a token is only ever verified with that: what its header says
 * decides nothing.
 */
import { createHash, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

export interface VerifyingKey {
  readonly id: string;
  readonly algorithm: string;
  readonly key: KeyObject;
}

export interface TokenKeys {
  /** Absent where tokens are only verified. */
  readonly signing?: VerifyingKey | undefined;
  readonly verifying: readonly VerifyingKey[];
}

const minimumRsaBits = 2048;

/** Of the public part of a key. Text where it is of a kind that cannot be used. */
export function verifyingKeyOf(key: KeyObject): VerifyingKey | string {
  const algorithm = algorithmOf(key);
  if (!algorithm.ok) return algorithm.message;
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return { id: keyId(publicKey), algorithm: algorithm.name, key: publicKey };
}

/** The same, with the key that signs. */
export function signingKeyOf(key: KeyObject): VerifyingKey | string {
  if (key.type !== 'private') return 'this is no private key';
  const own = verifyingKeyOf(key);
  return typeof own === 'string' ? own : { ...own, key };
}

export function tokenKeysOf(signing: VerifyingKey | undefined, others: readonly VerifyingKey[]): TokenKeys {
  const own = signing === undefined ? [] : [verifyingKeyOf(signing.key)];
  const byId = new Map<string, VerifyingKey>();
  for (const each of [...own, ...others]) if (typeof each !== 'string') byId.set(each.id, each);
  return { signing, verifying: [...byId.values()] };
}

type Algorithm = { readonly ok: true; readonly name: string } | { readonly ok: false; readonly message: string };

/** RFC 7518, section 3.1. */
function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): Algorithm {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'rsa') {
    if (modulusLength >= minimumRsaBits) return { ok: true, name: 'RS256' };
    return {
      ok: false,
      message: `an RSA key needs ${String(minimumRsaBits)} bits, and this one has ${String(modulusLength)}`,
    };
  }
  const name = asymmetricKeyType === 'ec' ? curves.get(namedCurve) : undefined;
  if (name !== undefined) return { ok: true, name };
  return { ok: false, message: 'the key is neither RSA nor on one of the curves P-256, P-384 and P-521' };
}

const curves: ReadonlyMap<string, string> = new Map([
  ['prime256v1', 'ES256'],
  ['secp384r1', 'ES384'],
  ['secp521r1', 'ES512'],
]);

/** Known to verifiers elsewhere: the digest of the public key. */
function keyId(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}
