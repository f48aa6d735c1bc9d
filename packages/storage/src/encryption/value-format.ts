/**
 * The interface of encryption formats, and the parts that several of them share. It
 * refuses to know headers, names of secrets, and what is stored.
 */
import { hkdfSync, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Cryptographically random bytes. */
export type RandomBytes = (size: number) => Uint8Array;

/** One version of one provider's format, under one secret. `key` is always the key of the store. */
export interface ReadableFormat {
  readonly version: 'v1' | 'v2';
  /** A value that was written for one key fails to open under every other. */
  readonly bindsKey: boolean;
  /**
   * The value, `undefined` if the body was not made by this format with this secret
   * (and for this key, if the format binds it). Never tells what was wrong: with
   * unauthenticated CBC that would be an oracle.
   */
  open(key: string, body: Uint8Array): Buffer | undefined;
}

export interface WritableFormat extends ReadableFormat {
  seal(key: string, value: Uint8Array): Buffer;
}

export interface BoundFormat extends WritableFormat {
  readonly bindsKey: true;
}

/** The formats of a provider with one secret. */
export interface Formats {
  readonly current: BoundFormat;
  /** That of kube-apiserver, where it is another one: written only while both servers use the store. */
  readonly shared?: WritableFormat;
}

/**
 * A secret of its own for each purpose, 32 bytes, so that a secret which the
 * operator uses with two providers, or in two versions of one, is two secrets.
 */
export function deriveSecret(secret: KeyObject, purpose: string): KeyObject {
  const noSalt = new Uint8Array(0);
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, noSalt, `keelson encryption at rest: ${purpose}`, 32)));
}
