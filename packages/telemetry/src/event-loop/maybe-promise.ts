/**
 * Values that may have to be waited for. Nothing is spent on one that is there: no promise is made for it, and no turn
 * of the microtask queue goes by.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Tells a value that has to be waited for. Promises of this process alone: no value has a `then` of its own. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return value instanceof Promise;
}

/** Runs `next` at once for a value that is there. */
export function when<A, B>(value: MaybePromise<A>, next: (value: A) => MaybePromise<B>): MaybePromise<B> {
  return isPromise(value) ? value.then(next) : next(value);
}
