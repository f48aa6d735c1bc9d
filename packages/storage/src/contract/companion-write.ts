/** A write of another key, in the transaction of a write. */

/** It is made if the write is, and not otherwise. */
export interface CompanionWrite {
  readonly key: string;
  /** `undefined` deletes the key, if it exists. */
  readonly value: Uint8Array | undefined;
  /** The revision that the key must have, 0 if it must not exist. `undefined`: it may have any. */
  readonly expectedRevision?: number | undefined;
}
