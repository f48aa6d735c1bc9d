/**
 * AES in cipher block chaining mode with PKCS #7 padding. Writes a version of its
 * own, which is authenticated together with the key of the store; kube-apiserver's,
 * which is not authenticated at all, is read, and written while it has to read, too.
 *
 *     v1   iv, ciphertext
 *     v2   iv, ciphertext, HMAC-SHA-256 over (length of the key, key, iv, ciphertext)
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import { deriveSecret } from './value-format.ts';
import type { BoundFormat, Formats, RandomBytes, WritableFormat } from './value-format.ts';

const blockBytes = 16;
const macBytes = 32;

export function aesCbcFormats(secret: KeyObject, random: RandomBytes): Formats {
  return { current: boundFormat(secret, random), shared: peerFormat(secret, random) };
}

function boundFormat(secret: KeyObject, random: RandomBytes): BoundFormat {
  const encryption = deriveSecret(secret, 'aescbc v2 encryption');
  const authentication = deriveSecret(secret, 'aescbc v2 authentication');
  return {
    version: 'v2',
    bindsKey: true,
    seal: (key, value) => {
      const iv = random(blockBytes);
      const sealed = encrypt('aes-256-cbc', encryption, { iv, value });
      return Buffer.concat([sealed, macOf(authentication, key, sealed)]);
    },
    open: (key, body) => {
      const macStart = body.byteLength - macBytes;
      if (macStart < 2 * blockBytes) return undefined;
      const sealed = body.subarray(0, macStart);
      // Before anything is decrypted, so that padding is never looked at for a stranger.
      if (!timingSafeEqual(macOf(authentication, key, sealed), body.subarray(macStart))) return undefined;
      return decrypt('aes-256-cbc', encryption, sealed);
    },
  };
}

function peerFormat(secret: KeyObject, random: RandomBytes): WritableFormat {
  const algorithm = `aes-${(secret.symmetricKeySize ?? 0) * 8}-cbc`;
  return {
    version: 'v1',
    bindsKey: false,
    seal: (_key, value) => encrypt(algorithm, secret, { iv: random(blockBytes), value }),
    open: (_key, body) => decrypt(algorithm, secret, body),
  };
}

interface Plaintext {
  readonly iv: Uint8Array;
  readonly value: Uint8Array;
}

function encrypt(algorithm: string, secret: KeyObject, { iv, value }: Plaintext): Buffer {
  const cipher = createCipheriv(algorithm, secret, iv);
  return Buffer.concat([iv, cipher.update(value), cipher.final()]);
}

function decrypt(algorithm: string, secret: KeyObject, sealed: Uint8Array): Buffer | undefined {
  if (sealed.byteLength < 2 * blockBytes || sealed.byteLength % blockBytes !== 0) return undefined;
  const decipher = createDecipheriv(algorithm, secret, sealed.subarray(0, blockBytes));
  const text = decipher.update(sealed.subarray(blockBytes));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch {
    return undefined;
  }
}

/** The length keeps a byte from being counted to the key here and to the value there. */
function macOf(authentication: KeyObject, key: string, sealed: Uint8Array): Buffer {
  const keyBytes = Buffer.from(key);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(keyBytes.byteLength);
  return createHmac('sha256', authentication).update(length).update(keyBytes).update(sealed).digest();
}
