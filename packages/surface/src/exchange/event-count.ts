/** Counts the events that watchers of a kind are sent. */
export interface EventCount {
  /** Bytes of one event each. */
  add(events: readonly { readonly length: number }[]): void;
}
