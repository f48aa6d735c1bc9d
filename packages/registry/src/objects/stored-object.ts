/**
 * Objects to the bytes that are stored, and back. Stored bytes have no
 * resourceVersion: it is the revision, and spliced in when the bytes are read.
 */
import { spliceResourceVersion } from '@keelson/cache';
import type { ObjectVersion } from '@keelson/cache';
import { decodeJson, encodeJson, parseJson } from '@keelson/schema';
import type { Message } from '@keelson/schema';

import type { ApiObject } from './api-object.ts';

/** Empties `resourceVersion` and `selfLink` of the object; to take them away would make it slow to walk. */
export function encodeStored(message: Message, object: ApiObject): Buffer {
  const { metadata } = object;
  if (metadata.resourceVersion !== undefined) metadata.resourceVersion = '';
  if (metadata.selfLink !== undefined) metadata.selfLink = '';
  return Buffer.from(encodeJson(message, object), 'utf8');
}

/** A fresh object, which the caller may change. Throws if the store holds what was never written by this engine. */
export function decodeStoredOrThrow(message: Message, { key, value }: Pick<ObjectVersion, 'key' | 'value'>): ApiObject {
  const parsed = parseJson(value.toString('utf8'));
  if (!parsed.ok) throw new Error(`${key} holds no JSON: ${parsed.message}`);
  const decoded = decodeJson(message, parsed.value);
  if (!decoded.ok) throw new Error(`${key} holds no ${message.name}: ${decoded.message}`);
  return decoded.object as ApiObject;
}

/** Stored bytes as an answer. */
export function finishVersion(key: string, revision: number, value: Uint8Array): ObjectVersion {
  return plainVersion(key, revision, spliceResourceVersion(value, revision));
}

/** Bytes as they are, such as those of a dry run, or of what is stored nowhere. */
export function plainVersion(key: string, revision: number, value: Buffer): ObjectVersion {
  return { key, revision, value, attributes: undefined, derived: undefined };
}
