/**
 * Objects to the bytes that are stored, and back. Stored bytes have no
 * resourceVersion: it is the revision, and spliced in when the bytes are read.
 */
import { spliceResourceVersion } from '@keelson/cache';
import type { ObjectVersion } from '@keelson/cache';
import { unreadableError } from '@keelson/informers';
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

export type DecodedStored =
  /** A fresh object, which the caller may change. */
  | { readonly ok: true; readonly object: ApiObject }
  /** The store holds what this engine has never written. */
  | { readonly ok: false; readonly fault: string };

export function decodeStored(message: Message, value: Buffer): DecodedStored {
  const parsed = parseJson(value.toString('utf8'), { maxDepth: Infinity });
  if (!parsed.ok) return { ok: false, fault: `it is not JSON: ${parsed.message}` };
  const decoded = decodeJson(message, parsed.value);
  if (!decoded.ok) return { ok: false, fault: `it is no ${message.name}: ${decoded.message}` };
  return { ok: true, object: decoded.object as ApiObject };
}

/** Throws a `StorageError` that names the key, which is answered as such. */
export function decodeStoredOrThrow(message: Message, version: ObjectVersion): ApiObject {
  const decoded = decodeStored(message, version.value);
  if (decoded.ok) return decoded.object;
  const { key, revision } = version;
  throw unreadableError({ key, revision, fault: decoded.fault });
}

/** Stored bytes as an answer. */
export function finishVersion(key: string, revision: number, value: Uint8Array): ObjectVersion {
  return plainVersion(key, revision, spliceResourceVersion(value, revision));
}

/** Takes bytes unchanged, such as those of a dry run, or of an object that is not stored. */
export function plainVersion(key: string, revision: number, value: Buffer): ObjectVersion {
  return { key, revision, value, attributes: undefined, derived: undefined };
}
