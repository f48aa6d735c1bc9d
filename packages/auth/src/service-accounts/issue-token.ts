/** Issues service account tokens. Authorization is decided elsewhere. */
import { SignJWT } from 'jose';

import { printClaims, printSecretClaims, type SecretTokenClaims, type TokenClaims } from './token-claims.ts';
import type { VerifyingKey } from './token-keys.ts';

export function issueToken({ id, algorithm, key }: VerifyingKey, claims: TokenClaims): Promise<string> {
  return new SignJWT(printClaims(claims)).setProtectedHeader({ alg: algorithm, kid: id }).sign(key);
}

/** A token that a Secret keeps, and that is good for as long as it does. */
export function issueSecretToken({ id, algorithm, key }: VerifyingKey, claims: SecretTokenClaims): Promise<string> {
  return new SignJWT(printSecretClaims(claims)).setProtectedHeader({ alg: algorithm, kid: id }).sign(key);
}
