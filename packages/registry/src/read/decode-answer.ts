/** An answer as an object, for users inside this server. */
import type { Answer } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { decodeStoredOrThrow } from '../objects/stored-object.ts';

/** In the form of the answer. A fresh object, which the caller may change. Throws for stored bytes that are no such object. */
export function decodeAnswer({ object, form }: Answer): ApiObject {
  return decodeStoredOrThrow(form.message, object);
}
