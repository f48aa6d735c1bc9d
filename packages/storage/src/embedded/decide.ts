/**
 * Decides a batch of writes in order, each against the state that the ones before it
 * leave. Changes nothing: the resulting plan is committed, or not.
 */
import type { Compare } from '../contract/compare.ts';
import type { Entry, StorageEvent, WriteResult } from '../contract/storage.ts';
import type { StoredValue } from '../contract/unreadable.ts';
import type { HeadRow } from './record.ts';

export interface WriteOperation {
  readonly key: string;
  /** `undefined` deletes. */
  readonly value: Uint8Array | undefined;
  /** The revision that the key must have; 0: it must not exist. */
  readonly expectedRevision: number;
  readonly compares?: readonly Compare[] | undefined;
  readonly expiresAtMs: number | undefined;
}

export interface DecidedChange {
  readonly event: StorageEvent;
  readonly earlierRevision: number;
  readonly expiresAtMs: number | undefined;
}

export interface Plan {
  readonly results: readonly WriteResult[];
  readonly changes: readonly DecidedChange[];
  /** The revision of the store once the plan is committed. */
  readonly revision: number;
}

export interface Present {
  readonly revision: number;
  head(key: string): HeadRow | undefined;
  value(revision: number): StoredValue | undefined;
}

export function decide(present: Present, operations: readonly WriteOperation[]): Plan {
  const results: WriteResult[] = [];
  const changes: DecidedChange[] = [];
  const fresh = new Map<string, StorageEvent>();
  let revision = present.revision;
  for (const operation of operations) {
    const standing = standingOf(present, fresh.get(operation.key), operation.key);
    const current = standing.entry;
    const isExpected = (current?.revision ?? 0) === operation.expectedRevision;
    const { compares } = operation;
    if (!isExpected || compares?.every((compare) => isMet(present, fresh, compare)) === false) {
      const compared = compares?.map(({ key }) => standingOf(present, fresh.get(key), key).entry);
      results.push({ ok: false, current, revision, ...(compared !== undefined && { compared }) });
      continue;
    }
    revision += 1;
    const event = { key: operation.key, revision, value: operation.value, previous: current };
    fresh.set(operation.key, event);
    changes.push({ event, earlierRevision: standing.revision, expiresAtMs: operation.expiresAtMs });
    results.push({ ok: true, revision });
  }
  return { results, changes, revision };
}

type Fresh = ReadonlyMap<string, StorageEvent>;

/** Reads no value: the compare usually succeeds. */
function isMet(present: Present, fresh: Fresh, compare: Compare): boolean {
  const event = fresh.get(compare.key);
  if (event !== undefined) return event.value !== undefined && event.revision === compare.revision;
  const head = present.head(compare.key);
  return head?.isDeleted === false && head.revision === compare.revision;
}

/** The entry, and the revision of the last change, which may be a deletion. */
interface Standing {
  readonly entry: Entry | undefined;
  readonly revision: number;
}

function standingOf(present: Present, event: StorageEvent | undefined, key: string): Standing {
  if (event !== undefined) return { entry: entryOf(key, event.revision, event.value), revision: event.revision };
  const head = present.head(key);
  if (head === undefined) return { entry: undefined, revision: 0 };
  if (head.isDeleted) return { entry: undefined, revision: head.revision };
  return { entry: entryOf(key, head.revision, present.value(head.revision)), revision: head.revision };
}

function entryOf(key: string, revision: number, value: StorageEvent['value']): Entry | undefined {
  return value === undefined ? undefined : { key, value, revision };
}
