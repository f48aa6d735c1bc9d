/** Deferred reads of an engine whose ranges give values along with their keys. */
import type { DeferredReads, Storage } from './storage.ts';

export function deferGiven(range: Storage['range']): DeferredReads {
  const peek: DeferredReads['peek'] = ({ value }) => value ?? notGiven;
  return { givesValues: true, range, read: (entry) => ({ value: peek(entry) }), peek };
}

const notGiven = { fault: 'the entry is not of a range of deferred reads' };
