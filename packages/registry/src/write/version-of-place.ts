/** A stored object as the version of a place shows it. */
import { convertObject } from '@keelson/schema';

import type { ApiObject } from '../objects/api-object.ts';
import type { Writing } from './writing.ts';

/** The object itself where both are the same version: it may not be changed. */
export function inVersionOfPlace({ parts, store, place }: Writing, object: ApiObject): ApiObject {
  if (place.resource === store.stored) return object;
  return convertObject(parts.scheme, structuredClone(object), store.stored, place.resource) as ApiObject;
}
