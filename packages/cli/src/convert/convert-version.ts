/**
 * Changes the version of an object and finds out what the other version cannot hold,
 * by changing it back.
 */
import { convertObject, decodeJson, findLosses, groupVersion } from '@keelson/schema';
import type { Message, Resource, Scheme, TypeMeta } from '@keelson/schema';

import { toJson } from './to-json.ts';

export interface VersionChange {
  readonly object: TypeMeta;
  /** A sentence for each part that is lost. */
  readonly losses: readonly string[];
}

/** Takes over its argument, as conversions do. */
export function convertVersion(scheme: Scheme, object: TypeMeta, from: Resource, to: Resource): VersionChange {
  if (from.conversion === undefined && to.conversion === undefined) {
    return { object: convertObject(scheme, object, from, to), losses: [] };
  }
  const converted = convertObject(scheme, copyOf(from.message, object), from, to);
  const back = convertObject(scheme, copyOf(to.message, converted), to, from);
  const losses = findLosses(object, back).map((path) => `${path} cannot be kept as it is in ${groupVersion(to)}`);
  return { object: converted, losses };
}

/** Through text, which is safe at any depth and keeps every number. */
function copyOf(message: Message, object: TypeMeta): TypeMeta {
  const decoded = decodeJson(message, toJson({ object, message }));
  if (!decoded.ok) throw new Error(`the encoder wrote what the decoder does not read: ${decoded.message}`);
  return decoded.object;
}
