/** The metadata of an object that the garbage collector decides by. Objects without any are told apart cheaply. */
import { decodeObjectHead, peekHead, type ObjectHead, type ObjectOwner } from '@keelson/informers';
import type { ObjectVersion } from '@keelson/cache';
import { foregroundFinalizer, orphanFinalizer } from '@keelson/meta';

/** `waits`: deleted in the foreground, once its dependents are gone. `orphans`: deleted once they are left behind. */
export type DeletionState = 'live' | 'deleting' | 'waits' | 'orphans';

export interface ObjectFacts {
  readonly uid: string;
  readonly owners: readonly ObjectOwner[];
  readonly state: DeletionState;
}

const names = [Buffer.from('"ownerReferences"'), Buffer.from('"finalizers"'), Buffer.from('\\u')];

/**
 * False only for an object that has neither owners nor finalizers: the name of either field is nowhere in its bytes,
 * nor an escape that could spell it. It costs a search of the bytes, and nothing is decoded.
 */
export function mayHaveFacts(bytes: Uint8Array): boolean {
  const searched = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return names.some((name) => searched.includes(name));
}

/** Decodes the metadata unless a reader has done so, and keeps none of it. */
export function readFacts(version: ObjectVersion): ObjectFacts {
  const head = peekHead(version) ?? decodeObjectHead(version);
  return { uid: head.uid, owners: head.ownerReferences, state: stateOf(head) };
}

export function stateOf({ deletionTimestamp, finalizers }: ObjectHead): DeletionState {
  if (deletionTimestamp === undefined) return 'live';
  if (finalizers.includes(foregroundFinalizer)) return 'waits';
  return finalizers.includes(orphanFinalizer) ? 'orphans' : 'deleting';
}
