/** Takes from a write only the fields that its subresource writes; all others stay as they are. */
import { setOwn } from '@keelson/schema';

import { setOrDelete } from '../objects/api-object.ts';
import type { ApiObject } from '../objects/api-object.ts';

/** Metadata follows its own rules. Parts may be shared with `old` afterwards. */
export function restrictWrite(object: ApiObject, old: ApiObject, writes: readonly string[]): void {
  const written = writes.map((path) => [path.split('.'), valueAt(object, path.split('.'))] as const);
  for (const field of new Set([...Object.keys(object), ...Object.keys(old)])) {
    if (field === 'metadata' || field === 'kind' || field === 'apiVersion') continue;
    setOrDelete(object, field, old[field]);
  }
  for (const [path, value] of written) setAt(object, path, value);
}

type Fields = Record<string, unknown>;

export function valueAt(object: Fields, path: readonly string[]): unknown {
  let value: unknown = object;
  for (const field of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined;
    value = (value as Fields)[field];
  }
  return value;
}

/** Copies what it goes through, so that nothing shared is changed. */
export function setAt(object: Fields, [field = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    if (value === undefined) Reflect.deleteProperty(object, field);
    else setOwn<unknown>(object, field, value);
    return;
  }
  const inner: Fields = { ...(valueAt(object, [field]) as Fields | null | undefined) };
  setAt(inner, rest, value);
  setOwn<unknown>(object, field, inner);
}
