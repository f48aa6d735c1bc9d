import { describe, expect, it } from '@jest/globals';
import { validate } from '@keelson/schema';

import { fillIn } from '../../testing/fill-in.ts';
import { TokenRequest } from './token-request.ts';

describe('a request for a token', () => {
  it('asks for an hour by default', () => {
    expect(fillIn(TokenRequest, {}).spec.expirationSeconds).toBe(3600);
    expect(fillIn(TokenRequest, { spec: { expirationSeconds: 600 } }).spec.expirationSeconds).toBe(600);
  });
  it.each([
    [600, []],
    [599, ['may not specify a duration less than 10 minutes']],
    [2 ** 32, []],
    [2 ** 32 + 1, ['may not specify a duration larger than 2^32 seconds']],
  ])('for %d seconds is told %j', (expirationSeconds, details) => {
    const issues = validate(TokenRequest, fillIn(TokenRequest, { spec: { expirationSeconds } }));
    const path = 'spec.expirationSeconds';
    expect(issues).toMatchObject(
      details.map((detail) => ({ path, message: `Invalid value: ${expirationSeconds}: ${detail}` })),
    );
    expect(issues).toHaveLength(details.length);
  });
});
