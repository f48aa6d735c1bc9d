/**
 * AES in Galois/Counter mode as kube-apiserver writes it: nonce, ciphertext, tag,
 * with the key of the store as authenticated data.
 *
 * Limit: nonces are random and have 96 bits, so a secret may encrypt 2^32 values
 * before the chance that two share a nonce passes 2^-32 (NIST SP 800-38D, 8.3).
 * Two that do give their contents and the authentication of the secret away.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { CipherGCMTypes, KeyObject } from 'node:crypto';

import type { Formats, RandomBytes, BoundFormat } from './value-format.ts';

const nonceBytes = 12;
const tagBytes = 16;

export function aesGcmFormats(secret: KeyObject, random: RandomBytes): Formats {
  const algorithm = `aes-${(secret.symmetricKeySize ?? 0) * 8}-gcm` as CipherGCMTypes;
  const current: BoundFormat = {
    version: 'v1',
    bindsKey: true,
    seal: (key, value) => {
      const nonce = random(nonceBytes);
      const cipher = createCipheriv(algorithm, secret, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(key));
      const text = cipher.update(value);
      return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]);
    },
    open: (key, body) => {
      if (body.byteLength < nonceBytes + tagBytes) return undefined;
      const textEnd = body.byteLength - tagBytes;
      // A shorter tag would be easier to guess, so its length is fixed here and not by the body.
      const options = { authTagLength: tagBytes };
      const decipher = createDecipheriv(algorithm, secret, body.subarray(0, nonceBytes), options);
      decipher.setAAD(Buffer.from(key));
      decipher.setAuthTag(body.subarray(textEnd));
      const text = decipher.update(body.subarray(nonceBytes, textEnd));
      try {
        return Buffer.concat([text, decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
  return { current };
}
