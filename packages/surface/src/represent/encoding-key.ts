/**
 * Keys of encodings: one object for a pair of declarations (of the bytes, and of the requested version) and a way to
 * encode. A key lives as long as its declarations, so that a kind that is removed and declared again under the same
 * name never meets bytes that were made with the old schema.
 */
import type { EncodingKey } from '@keelson/cache';
import type { Form } from '@keelson/registry';
import type { Resource } from '@keelson/schema';

import { createPerDeclaration } from './per-declaration.ts';

const keysOf = createPerDeclaration(() => new Map<string, EncodingKey>());

/** `way` names all else that the bytes depend on, such as the encoding and the view. */
export function encodingKey(
  { form, wanted }: { readonly form: Form; readonly wanted: Resource },
  way: string,
): EncodingKey {
  const keys = keysOf(form, wanted);
  let key = keys.get(way);
  if (key === undefined) keys.set(way, (key = { way }));
  return key;
}
