/**
 * Decides a batch of writes in order, each against the state that the ones before it
 * leave. Changes nothing: the resulting plan is committed, or not.
 */
import type { CompanionWrite } from '../contract/companion-write.ts';
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
  readonly companions?: readonly CompanionWrite[] | undefined;
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
  const draft: Draft = { present, fresh: new Map(), changes: [], revision: present.revision };
  for (const operation of operations) {
    const { key, value, expiresAtMs, companions = noCompanions } = operation;
    const standing = standingIn(draft, key);
    if (!areMet(draft, standing, operation)) {
      results.push(refuse(draft, standing, operation));
      continue;
    }
    for (const each of companions) if (each.value !== undefined) change(draft, standingIn(draft, each.key), each);
    const revision = change(draft, standing, { key, value, expiresAtMs });
    for (const each of companions) if (each.value === undefined) removeIfThere(draft, each.key);
    results.push({ ok: true, revision });
  }
  return { results, changes: draft.changes, revision: draft.revision };
}

const noCompanions: readonly CompanionWrite[] = [];

/** The batch as far as it is decided. */
interface Draft {
  readonly present: Present;
  /** The newest event of each key that the batch writes. */
  readonly fresh: Map<string, StorageEvent>;
  readonly changes: DecidedChange[];
  revision: number;
}

interface Written {
  readonly key: string;
  readonly value: Uint8Array | undefined;
  readonly expiresAtMs?: number | undefined;
}

function change(draft: Draft, standing: Standing, { key, value, expiresAtMs }: Written): number {
  draft.revision += 1;
  const event = { key, revision: draft.revision, value, previous: standing.entry };
  draft.fresh.set(key, event);
  draft.changes.push({ event, earlierRevision: standing.revision, expiresAtMs });
  return draft.revision;
}

function removeIfThere(draft: Draft, key: string): void {
  const standing = standingIn(draft, key);
  if (standing.entry !== undefined) change(draft, standing, { key, value: undefined });
}

function areMet(draft: Draft, { entry }: Standing, operation: WriteOperation): boolean {
  const { expectedRevision, compares, companions } = operation;
  if ((entry?.revision ?? 0) !== expectedRevision) return false;
  if (compares?.every((compare) => revisionIn(draft, compare.key) === compare.revision) === false) return false;
  return companions?.every((each) => isAsExpected(draft, each)) !== false;
}

function isAsExpected(draft: Draft, { key, expectedRevision }: CompanionWrite): boolean {
  return expectedRevision === undefined || revisionIn(draft, key) === expectedRevision;
}

function refuse(draft: Draft, { entry }: Standing, { compares, companions }: WriteOperation): WriteResult {
  const entryAt = ({ key }: { readonly key: string }): Entry | undefined => standingIn(draft, key).entry;
  return {
    ok: false,
    current: entry,
    revision: draft.revision,
    ...(compares !== undefined && { compared: compares.map(entryAt) }),
    ...(companions !== undefined && {
      accompanied: companions.map((each) => (each.expectedRevision === undefined ? undefined : entryAt(each))),
    }),
  };
}

/** 0 for a key that does not exist. Reads no value: the compare usually succeeds. */
function revisionIn({ present, fresh }: Draft, key: string): number {
  const event = fresh.get(key);
  if (event !== undefined) return event.value === undefined ? 0 : event.revision;
  const head = present.head(key);
  return head === undefined || head.isDeleted ? 0 : head.revision;
}

/** The entry, and the revision of the last change, which may be a deletion. */
interface Standing {
  readonly entry: Entry | undefined;
  readonly revision: number;
}

function standingIn({ present, fresh }: Draft, key: string): Standing {
  const event = fresh.get(key);
  if (event !== undefined) return { entry: entryOf(key, event.revision, event.value), revision: event.revision };
  const head = present.head(key);
  if (head === undefined) return { entry: undefined, revision: 0 };
  if (head.isDeleted) return { entry: undefined, revision: head.revision };
  return { entry: entryOf(key, head.revision, present.value(head.revision)), revision: head.revision };
}

function entryOf(key: string, revision: number, value: StorageEvent['value']): Entry | undefined {
  return value === undefined ? undefined : { key, value, revision };
}
