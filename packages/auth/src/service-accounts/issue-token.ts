/** Issues service account tokens. Authorization is decided elsewhere. */
import { SignJWT } from 'jose';

import { printClaims, type TokenClaims } from './token-claims.ts';
import type { VerifyingKey } from './token-keys.ts';

export function issueToken({ id, algorithm, key }: VerifyingKey, claims: TokenClaims): Promise<string> {
  return new SignJWT(printClaims(claims)).setProtectedHeader({ alg: algorithm, kid: id }).sign(key);
}
