/** The keys that verify tokens, for others to verify them too. RFC 7517, section 5. */
import type { TokenKeys } from './token-keys.ts';

/** As JSON; nothing in it is secret. */
export function printKeySet({ verifying }: TokenKeys): string {
  const keys = verifying.map(({ id, algorithm, key }) => {
    const { kty, ...parts } = key.export({ format: 'jwk' });
    return { use: 'sig', kty, kid: id, alg: algorithm, ...parts };
  });
  return JSON.stringify({ keys });
}
