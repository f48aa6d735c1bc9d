/** A second condition of a write. */
/** A key, and the revision that it must have. */
export interface Compare {
  readonly key: string;
  /** From 1 on: the absence of a key cannot be required. */
  readonly revision: number;
}
