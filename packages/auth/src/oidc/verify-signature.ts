/** Verifies tokens of a provider: with its last good keys first, and with newer ones where none of those has signed. */
import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';

import type { KeySet, Provider } from './provider.ts';

/** Keys that a token may be tried with which names none: a caller decides how much work its token is. */
const mostKeys = 20;

/** Rejects with an error of `jose` where the token is wrong, and with another one where the provider cannot be reached. */
export async function verifySignature(
  provider: Provider,
  text: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  const known = await provider.keys();
  try {
    return await verifyWith(known, text, options);
  } catch (error) {
    if (!mayHaveOtherKey(error)) throw error;
    const others = await provider.otherThan(known);
    if (others === undefined) throw error;
    return verifyWith(others, text, options);
  }
}

function mayHaveOtherKey(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
}

async function verifyWith(keys: KeySet, text: string, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(text, keys, options);
    return payload;
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return tryEach(error, text, options);
    throw error;
  }
}

/** RFC 7517, section 4.5: a `kid` is not needed. Any of the keys may have signed. */
async function tryEach(
  candidates: errors.JWKSMultipleMatchingKeys,
  text: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  let tried = 0;
  for await (const key of candidates) {
    tried += 1;
    if (tried > mostKeys) break;
    try {
      const { payload } = await jwtVerify(text, key, options);
      return payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}
