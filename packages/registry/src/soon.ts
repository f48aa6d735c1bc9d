/** What may be there already: a promise is made only where something has to be waited for. */
export type Soon<T> = T | Promise<T>;

/** Costs no turn of the queue for what is there. */
export function when<A, B>(value: Soon<A>, next: (value: A) => Soon<B>): Soon<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}
