/** Input and output of the list writers. */
import type { Encoded, Encoding, ObjectVersion } from '@keelson/cache';

import type { JoinedItems } from './joined-items.ts';
import type { ObjectContext } from './object-encoding.ts';
import type { TableContext } from './table.ts';

/** Made one at a time, as the client takes them. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface ListContext extends ObjectContext, TableContext {
  /** Makes an encoding of an object once and keeps it with the object. */
  readonly derive: (object: ObjectVersion, encoding: Encoding) => Encoded;
  readonly joined: JoinedItems;
  /** In the place of the encoding of the representation: of whole objects, in JSON. */
  readonly itemEncoding?: Encoding | undefined;
}

export interface ListMeta {
  /** Absent where objects are not stored. */
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}
