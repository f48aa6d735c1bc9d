/**
 * Operations of a client and their answers, as the checker reads them. A version of an object is known by its tag: a
 * text that one write alone brings.
 */

interface Told {
  /** Of the object, `namespace/name`. */
  readonly key: string;
  /** By the clock of the clients, which does not jump. */
  readonly startMs: number;
  /** Infinity where nobody knows if, and when, a write took effect. */
  readonly endMs: number;
}

/** A read that answers for one moment between its start and its end. `seen` is absent where there was no object. */
export interface Read extends Told {
  readonly kind: 'read';
  readonly seen: string | undefined;
}

/** `refused`: as its condition did not hold (exists, conflict, not found). */
type Outcome = 'done' | 'refused' | 'unknown';

interface Written extends Told {
  readonly outcome: Outcome;
  /** The resource version that a write was acknowledged with. */
  readonly revision?: number;
}

export interface Create extends Written {
  readonly kind: 'create';
  readonly tag: string;
}

/** With the resource version of the version that is tagged `expected`. */
export interface Update extends Written {
  readonly kind: 'update';
  readonly tag: string;
  readonly expected: string;
}

/** Of whatever version there is. */
export interface Patch extends Written {
  readonly kind: 'patch';
  readonly tag: string;
}

export interface Delete extends Written {
  readonly kind: 'delete';
}

export type Write = Create | Update | Patch | Delete;
export type Operation = Read | Write;
