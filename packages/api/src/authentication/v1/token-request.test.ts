import { describe, expect, it } from '@jest/globals';

import { fillIn } from '../../testing/fill-in.ts';
import { TokenRequest } from './token-request.ts';

describe('a request for a token', () => {
  it('asks for an hour by default', () => {
    expect(fillIn(TokenRequest, {}).spec.expirationSeconds).toBe(3600);
    expect(fillIn(TokenRequest, { spec: { expirationSeconds: 600 } }).spec.expirationSeconds).toBe(600);
  });
});
