/**
 * Other encodings of an object (protobuf, another API version, Table), made when
 * first asked for and kept with the object, all together within a number of bytes.
 * What an encoding is, its maker knows.
 */
import type { ObjectVersion } from './object-version.ts';

export interface Encoding {
  /** Two encodings with one id must give the same bytes. */
  readonly id: string;
  encode(object: ObjectVersion): Uint8Array;
}

export interface DerivedCache {
  /** The encoded object: shared bytes, never to be changed. Throws what the encoding throws. */
  get(object: ObjectVersion, encoding: Encoding): Uint8Array;
  bytes(): number;
}

/**
 * Forgets in the order of first use: no bookkeeping on a hit. An object that has left
 * the window is held until its turn comes, so at worst `limitBytes` of encodings
 * and the objects they were made from.
 */
export function createDerivedCache(limitBytes: number): DerivedCache {
  let holders: (ObjectVersion | undefined)[] = [];
  let first = 0;
  let bytes = 0;

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

  const keep = (object: ObjectVersion, id: string, encoded: Uint8Array): void => {
    if (encoded.length > limitBytes) return;
    if (object.derived === undefined) holders.push(object);
    object.derived = { id, bytes: encoded, next: object.derived };
    bytes += encoded.length;
    while (bytes > limitBytes && first < holders.length) forgetOldest();
  };

  return {
    get: (object, encoding) => {
      for (let link = object.derived; link !== undefined; link = link.next) {
        if (link.id === encoding.id) return link.bytes;
      }
      const encoded = encoding.encode(object);
      keep(object, encoding.id, encoded);
      return encoded;
    },
    bytes: () => bytes,
  };
}
