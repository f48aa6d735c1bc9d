/** Objects that came over HTTPS as versions of the kind that informers read: their text, key and revision. */
import type { ObjectVersion } from '@keelson/cache';
import { stringifyJson, type JsonValue } from '@keelson/schema';

import { answerMetadata, answerText } from './answer-fields.ts';

/** `value` is an object of the API. A resource version that is no number counts as 0. */
export function remoteVersionOf(key: string, value: JsonValue): ObjectVersion {
  const revision = Number(answerText(answerMetadata(value), 'resourceVersion') ?? 0);
  const bytes = Buffer.from(stringifyJson(value));
  return {
    key,
    revision: Number.isSafeInteger(revision) ? revision : 0,
    value: bytes,
    attributes: undefined,
    derived: undefined,
  };
}
