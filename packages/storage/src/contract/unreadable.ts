/** The state of a value that is stored and cannot be read. It has a key and a revision like any other, and no bytes. */

/** Stands in place of the bytes. An object of its own type, so that no reader can take it for bytes or for absence. */
export interface Unreadable {
  /** The reason, as a clause: what is wrong and what to do. Holds no byte of the value and of no secret. */
  readonly fault: string;
}

/** A value as readers meet it. */
export type StoredValue = Uint8Array | Unreadable;

/** Costs one property load; arrays of bytes have no such property. */
export function isUnreadable<T extends object>(value: T | Unreadable | undefined): value is Unreadable {
  return (value as Partial<Unreadable> | undefined)?.fault !== undefined;
}
