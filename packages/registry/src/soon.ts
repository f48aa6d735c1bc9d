/** A value, or the promise of one. No promise is made where nothing has to be waited for. */
export type Soon<T> = T | Promise<T>;

/** Runs `next` at once for a value that is there: no microtask is spent on it. */
export function when<A, B>(value: Soon<A>, next: (value: A) => Soon<B>): Soon<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}
