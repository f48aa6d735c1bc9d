/**
 * Decides a batch of writes, one after the other, each against what the ones
 * before it in the batch leave. It changes nothing: the plan is committed, or not.
 */
import type { Entry, StorageEvent, WriteResult } from '../contract.ts';
import type { Head } from './record.ts';

export interface Operation {
  readonly key: string;
  /** `undefined` deletes. */
  readonly value: Uint8Array | undefined;
  /** The revision that the key must have; 0 says that it must not exist. */
  readonly expectedRevision: number;
  readonly expiresAtMs: number | undefined;
}

export interface Change {
  readonly event: StorageEvent;
  readonly earlierRevision: number;
  readonly expiresAtMs: number | undefined;
}

export interface Plan {
  readonly results: readonly WriteResult[];
  readonly changes: readonly Change[];
  /** Where the store stands once this is committed. */
  readonly revision: number;
}

export interface Present {
  readonly revision: number;
  head(key: string): Head | undefined;
  value(revision: number): Uint8Array | undefined;
}

export function decide(present: Present, operations: readonly Operation[]): Plan {
  const results: WriteResult[] = [];
  const changes: Change[] = [];
  const fresh = new Map<string, StorageEvent>();
  let revision = present.revision;
  for (const operation of operations) {
    const standing = standingOf(present, fresh.get(operation.key), operation.key);
    const current = standing.entry;
    if ((current?.revision ?? 0) !== operation.expectedRevision) {
      results.push({ ok: false, current, revision });
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

/** The entry, and the revision of the last change, be it a deletion. */
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

function entryOf(key: string, revision: number, value: Uint8Array | undefined): Entry | undefined {
  return value === undefined ? undefined : { key, value, revision };
}
