/** The history of the store, as a reader that is none of ours tells it, and what acknowledged writes owe to it. */
import type { Operation } from './operation.ts';

export interface Stored {
  readonly key: string;
  readonly revision: number;
  /** Of the revision that created this object. The same as `revision` where this one did. 0 for a deletion. */
  readonly createRevision: number;
  /** Counts the versions of the object from 1. 0 for a deletion. */
  readonly version: number;
  /** Undefined: it was deleted. */
  readonly tag: string | undefined;
}

/** Gaps in the reader's own story, with which nothing could be judged. */
export function checkReader(history: readonly Stored[]): readonly string[] {
  const findings: string[] = [];
  const last = new Map<string, Stored>();
  let revision = 0;
  for (const each of history) {
    if (each.revision <= revision) findings.push(`history: ${each.key} at ${each.revision} comes after ${revision}`);
    revision = each.revision;
    const before = last.get(each.key)?.version ?? 0;
    if (each.tag !== undefined && each.version !== before + 1) {
      findings.push(`history: ${each.key} goes from version ${before} to ${each.version} at ${each.revision}`);
    }
    last.set(each.key, each);
  }
  return findings;
}

/** Each acknowledged write stands in the store where its answer said, and no write stands there twice. */
export function checkWrites(operations: readonly Operation[], history: readonly Stored[]): readonly string[] {
  const findings: string[] = [];
  const byTag = new Map<string, Stored>();
  for (const each of history) {
    if (each.tag === undefined) continue;
    const other = byTag.get(each.tag);
    if (other !== undefined) {
      findings.push(`twice: ${each.tag} is stored at ${other.revision} and at ${each.revision}`);
    }
    byTag.set(each.tag, each);
  }
  for (const operation of operations) findings.push(...checkWrite(operation, byTag));
  return findings;
}

function checkWrite(operation: Operation, byTag: ReadonlyMap<string, Stored>): readonly string[] {
  if (operation.kind === 'read' || operation.kind === 'delete') return [];
  const { key, kind, tag, outcome, revision } = operation;
  const stored = byTag.get(tag);
  if (outcome === 'refused' && stored !== undefined)
    return [`refused: ${kind} of ${key} ${tag} was stored all the same`];
  if (outcome !== 'done') return [];
  if (stored === undefined) return [`lost: ${kind} of ${key} ${tag}, acknowledged at ${String(revision)}`];
  if (stored.revision === revision && stored.key === key) return [];
  return [`elsewhere: ${kind} of ${key} ${tag} was acknowledged at ${String(revision)} and is at ${stored.revision}`];
}

/** A version that somebody was shown, at whatever age. */
export interface Shown {
  readonly key: string;
  readonly tag: string;
  readonly revision: number;
}

/** Nobody was shown what never was. */
export function checkShown(shown: readonly Shown[], history: readonly Stored[]): readonly string[] {
  const known = new Set(history.map(({ key, tag, revision }) => `${key} ${String(tag)} ${revision}`));
  return shown.flatMap(({ key, tag, revision }) =>
    known.has(`${key} ${tag} ${revision}`) ? [] : [`invented: ${key} ${tag} at ${revision}`],
  );
}

/** Settles unknown writes as far as the history tells: those that took no effect are gone from the result. */
export function resolveUnknown(operations: readonly Operation[], history: readonly Stored[]): readonly Operation[] {
  const tags = new Set(history.map(({ tag }) => tag));
  return operations.filter(
    (each) => each.kind === 'read' || each.kind === 'delete' || each.outcome !== 'unknown' || tags.has(each.tag),
  );
}
