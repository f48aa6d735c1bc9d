/**
 * Other encodings of an object (protobuf, another API version, Table), made when
 * first asked for and kept with the object, all together within a number of bytes.
 * Nothing here knows the encodings themselves.
 */
import { isPromise, type MaybePromise } from '@keelson/telemetry';

import type { EncodingKey, ObjectVersion } from './object-version.ts';

export interface Encoding {
  /** Two encodings with one key must give the same bytes. `undefined`: the bytes are not kept. */
  readonly key: EncodingKey | undefined;
  encode(object: ObjectVersion): Uint8Array;
  /** Makes the same bytes on another thread. `undefined`: they are to be made on this one. */
  encodeElsewhere?(object: ObjectVersion): Promise<Uint8Array> | undefined;
}

/** Bytes that are there, or will be. */
export type Encoded = MaybePromise<Uint8Array>;

/** Throws or rejects as the encoding does. Nothing is kept. */
export function encodeOnce(object: ObjectVersion, encoding: Encoding): Encoded {
  return encoding.encodeElsewhere?.(object) ?? encoding.encode(object);
}

export interface DerivedCache {
  /** The encoded object: shared bytes, never to be changed. Throws or rejects as the encoding does. */
  get(object: ObjectVersion, encoding: Encoding): Encoded;
  bytes(): number;
}

/**
 * Evicts in the order of first use: no bookkeeping on a hit. An object that has left
 * the watch cache is held until its turn comes, so at worst `limitBytes` of encodings
 * and the objects they were made from.
 */
export function createDerivedCache(limitBytes: number): DerivedCache {
  let holders: (ObjectVersion | undefined)[] = [];
  let first = 0;
  let bytes = 0;
  /** Encodings in progress elsewhere, by object and encoding: further requests share the promise. */
  const underWay = new WeakMap<ObjectVersion, Map<EncodingKey, Promise<Uint8Array>>>();

  const forgetOldest = (): void => {
    const oldest = holders[first];
    holders[first] = undefined;
    first += 1;
    for (let link = oldest?.derived; link !== undefined; link = link.next) bytes -= link.bytes.length;
    if (oldest !== undefined) oldest.derived = undefined;
    if (first < 1024 || first * 2 < holders.length) return;
    holders = holders.slice(first);
    first = 0;
  };

  const keep = (object: ObjectVersion, key: EncodingKey, encoded: Uint8Array): void => {
    if (encoded.length > limitBytes) return;
    if (object.derived === undefined) holders.push(object);
    object.derived = { key, bytes: encoded, next: object.derived };
    bytes += encoded.length;
    while (bytes > limitBytes && first < holders.length) forgetOldest();
  };

  const share = (object: ObjectVersion, key: EncodingKey, made: Promise<Uint8Array>): Promise<Uint8Array> => {
    const ofObject = underWay.get(object) ?? new Map<EncodingKey, Promise<Uint8Array>>();
    if (ofObject.has(key)) return made;
    ofObject.set(key, made);
    underWay.set(object, ofObject);
    const forget = (): void => void ofObject.delete(key);
    made.then((encoded) => {
      forget();
      keep(object, key, encoded);
    }, forget);
    return made;
  };

  return {
    get: (object, encoding) => {
      const { key } = encoding;
      if (key === undefined) return encodeOnce(object, encoding);
      for (let link = object.derived; link !== undefined; link = link.next) {
        if (link.key === key) return link.bytes;
      }
      const made = underWay.get(object)?.get(key) ?? encodeOnce(object, encoding);
      if (isPromise(made)) return share(object, key, made);
      keep(object, key, made);
      return made;
    },
    bytes: () => bytes,
  };
}
