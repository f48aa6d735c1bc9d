/** Indexes of informers that outlive a leadership: a replica that is elected again finds the one that it made before. */
import type { IndexFunction, Informer, ObjectIndex } from '@keelson/informers';

const known = new WeakMap<object, Map<unknown, unknown>>();

/** One index for each informer and function. `keysOf` must be the same function each time. */
export function sharedIndex<T>(informer: Informer<T>, keysOf: IndexFunction<T>): ObjectIndex<T> {
  let ofInformer = known.get(informer);
  if (ofInformer === undefined) known.set(informer, (ofInformer = new Map()));
  let index = ofInformer.get(keysOf) as ObjectIndex<T> | undefined;
  if (index === undefined) ofInformer.set(keysOf, (index = informer.addIndex(keysOf)));
  return index;
}
