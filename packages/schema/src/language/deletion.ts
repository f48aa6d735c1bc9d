/** The way in which a delete ends an object of a resource, once no finalizer holds it. */

/** The object is deleted at once. */
export interface ImmediateDeletion {
  readonly kind: 'immediate';
}

/** The object is given time to end by itself: so many seconds, given the grace period of the request. */
export interface GracefulDeletion<T = never> {
  readonly kind: 'graceful';
  readonly secondsOf: (object: T, requested: number | undefined) => number;
}

export interface DeletionMarking {
  /** As the API writes times. */
  readonly now: string;
  /** The group that the resource is stored in. */
  readonly group: string;
}

/** The progress of the deletion of the content. */
export interface DeletionProgress {
  /** As the API writes times. */
  readonly now: string;
  /** The reasons that content could not be deleted, a sentence for each kind. */
  readonly failures: readonly string[];
  /** The reason that some kinds are unknown, as a sentence; absent where all are known. */
  readonly discoveryFault?: string | undefined;
  /** The number of objects that are left, by `plural.group`. */
  readonly remaining: ReadonlyMap<string, number>;
  /** The number of objects that a finalizer holds, by finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

/** A delete marks the object first; the object stays until `isHeld` no longer holds it. */
export interface TwoPhaseDeletion<T = never> {
  readonly kind: 'twoPhase';
  /**
   * An object of metadata alone can end in this way: one that cannot be read is replaced by it, so that its content is
   * deleted. Without it, one that cannot be read is deleted at once.
   */
  readonly canStandIn?: true;
  readonly mark: (object: T, marking: DeletionMarking) => void;
  readonly isHeld: (object: T) => boolean;
  /** Called once all content is deleted. */
  readonly release: (object: T) => void;
  /** Writes the progress into the status. Returns true if that changes anything. Absent where it shows nowhere. */
  readonly report?: (object: T, progress: DeletionProgress) => boolean;
}

export type Deletion<T = never> = ImmediateDeletion | GracefulDeletion<T> | TwoPhaseDeletion<T>;
