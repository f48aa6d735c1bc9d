import { describe, expect, it } from '@jest/globals';

import type { BearerToken } from '../authentication/credentials.ts';
import { answerTokenReview } from './answer-token-review.ts';

/** The texts that are read as tokens. */
async function textsRead(token: string): Promise<readonly string[]> {
  const texts: string[] = [];
  const read = ({ text }: BearerToken) => {
    texts.push(text);
    return Promise.resolve({ ok: false as const, error: 'unknown' });
  };
  await answerTokenReview({ read }, { metadata: { creationTimestamp: null }, spec: { token } });
  return texts;
}

describe('the token of a review', () => {
  it.each([
    ['abc', 'abc'],
    ['abc\n', 'abc'],
    ['abc  ', 'abc'],
    ['abc def', 'abc'],
    [' abc', ''],
  ])('%j is read as %j, as out of a header', async (token, text) => {
    expect(await textsRead(token)).toEqual([text]);
  });
});
