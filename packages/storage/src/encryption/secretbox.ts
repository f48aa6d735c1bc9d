/**
 * XSalsa20-Poly1305, with nonces of 192 bits that may be random for ever. It has no
 * place for authenticated data, so the version of our own has a secret for each key
 * of the store; kube-apiserver's has one for all: it is read, and written while that has to
 * read, too.
 *
 *     v1   nonce, tag, ciphertext    under the secret
 *     v2   nonce, tag, ciphertext    under HMAC-SHA-256 of the key with a derived secret
 */
import { createHmac } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';

import { deriveSecret } from './value-format.ts';
import type { BoundFormat, Formats, RandomBytes, WritableFormat } from './value-format.ts';

const nonceBytes = 24;
const tagBytes = 16;

export function secretboxFormats(secret: KeyObject, random: RandomBytes): Formats {
  return { current: boundFormat(secret, random), shared: peerFormat(secret, random) };
}

function boundFormat(secret: KeyObject, random: RandomBytes): BoundFormat {
  const binding = deriveSecret(secret, 'secretbox v2 binding');
  const secretFor = (key: string): Buffer => createHmac('sha256', binding).update(key).digest();
  return {
    version: 'v2',
    bindsKey: true,
    seal: (key, value) => seal(secretFor(key), random(nonceBytes), value),
    open: (key, body) => open(secretFor(key), body),
  };
}

function peerFormat(secret: KeyObject, random: RandomBytes): WritableFormat {
  const bytes = secret.export();
  return {
    version: 'v1',
    bindsKey: false,
    seal: (_key, value) => seal(bytes, random(nonceBytes), value),
    open: (_key, body) => open(bytes, body),
  };
}

function seal(secret: Uint8Array, nonce: Uint8Array, value: Uint8Array): Buffer {
  return Buffer.concat([nonce, xsalsa20poly1305(secret, nonce).encrypt(value)]);
}

function open(secret: Uint8Array, body: Uint8Array): Buffer | undefined {
  if (body.byteLength < nonceBytes + tagBytes) return undefined;
  try {
    const text = xsalsa20poly1305(secret, body.subarray(0, nonceBytes)).decrypt(body.subarray(nonceBytes));
    return Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  } catch {
    return undefined;
  }
}
