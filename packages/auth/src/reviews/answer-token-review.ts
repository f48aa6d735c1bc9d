/** Answers token reviews with the user that a token belongs to. */
import { badRequest, type UserInfo } from '@keelson/meta';

import { bearerToken } from '../authentication/credentials.ts';
import type { TokenReader, TokenReading } from '../authentication/token-reader.ts';
import type { ReviewObject, ReviewOutcome } from './review-object.ts';

interface ReviewSpec {
  readonly token?: string;
  readonly audiences?: readonly string[];
}

export async function answerTokenReview(tokens: TokenReader, object: ReviewObject): Promise<ReviewOutcome> {
  const { token = '', audiences = [] } = object['spec'] as ReviewSpec;
  // The second word is that of the API's group, without its domain: that is how clients know it.
  if (token === '') return { ok: false, status: badRequest('token is required for TokenReview in authentication') };
  const reading = await tokens.read(bearerToken(firstWord(token)), audiences.length === 0 ? undefined : audiences);
  return { ok: true, value: { ...object, status: statusOf(reading) } };
}

/** A token is read as out of a header, which ends at white space. One with a space before it is none. */
function firstWord(token: string): string {
  return token.trimEnd().split(' ', 1)[0] ?? '';
}

function statusOf(reading: TokenReading): unknown {
  if (!reading.ok) return { user: {}, error: reading.error };
  return { authenticated: true, user: userInfo(reading.user), audiences: reading.audiences };
}

function userInfo({ name, uid, groups, extra }: UserInfo): unknown {
  return {
    username: name,
    ...(uid !== undefined && { uid }),
    groups,
    ...(extra !== undefined && { extra }),
  };
}
