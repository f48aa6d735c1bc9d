/** The progress of emptying a namespace. */
export interface Emptying {
  /** Objects that are still there, held by finalizers or by their grace period. 0: the content no longer holds the namespace. */
  readonly remaining: number;
}
