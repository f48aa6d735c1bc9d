/**
 * Server-side apply: merges a configuration into the object, removes the fields that its manager has given up, and
 * updates ownership. Fails with conflicts over fields that other managers own, unless forced.
 */
import { recursiveDifference } from '../field-sets/algebra.ts';
import { isList } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { acceptPatch, refusePatch } from '../outcome.ts';
import type { PatchOutcome } from '../outcome.ts';
import { explainFault } from '../topology/check-config.ts';
import { isSame } from '../topology/compare.ts';
import { merge } from '../topology/merge.ts';
import { withoutEmptied } from '../topology/remove-fields.ts';
import { toFieldSet } from '../topology/to-field-set.ts';
import { TopologyFault } from '../topology/topology-fault.ts';
import { refuseConflicts, withoutConflicts } from './conflicts.ts';
import type { Conflicts } from './conflicts.ts';
import { readOwners } from './decode-managed-fields.ts';
import { encodeManagedFields } from './encode-managed-fields.ts';
import { fieldsOfLastApplied, lastAppliedOf, rememberApplied } from './last-applied.ts';
import { managedFieldsOf, withManagedFields } from './managed-fields-entry.ts';
import {
  converterOf,
  emptyObject,
  reconcileOwners,
  resetFieldsOf,
  settleObject,
  usualClientSideApply,
  versionedObject,
} from './managed-type.ts';
import type { ManagedType } from './managed-type.ts';
import { isSameOwner, mapFields, nobody, ownerId, withOwner } from './owner.ts';
import type { Owner, Owners } from './owner.ts';
import { prune } from './prune.ts';
import { printName, readConfig } from './read-config.ts';
import { stripFields } from './strip-fields.ts';
import { takeChanges } from './take-changes.ts';
import { takeOwnership } from './take-ownership.ts';

export interface ApplyRequest {
  /** Absent when the object is to be created. In canonical form, in the version of the request. */
  readonly live?: JsonObject | undefined;
  /** As it was sent: not decoded, nothing filled in. */
  readonly config: unknown;
  readonly manager: string;
  readonly force?: boolean;
  readonly subresource?: string;
  /** RFC 3339, to the second. The API records none for writes through `scale`. */
  readonly time?: string | undefined;
}

export interface Applied {
  /** Merged, with its owners; to be decoded and defaulted when `isChanged`. `live` itself when nothing at all differs. */
  readonly object: JsonObject;
  readonly isChanged: boolean;
}

/** Manager of the fields that an object has before its first apply. */
const beforeFirstApply = 'before-first-apply';

export function apply(type: ManagedType, request: ApplyRequest): PatchOutcome<Applied> {
  const config = readConfig(type, request.config);
  if (!config.ok) return config;
  const live = request.live === undefined ? emptyObject(type) : withManagedFields(request.live, []);
  try {
    const attempt: Attempt = { type, request, live, config: config.value, owners: ownersBefore(type, request, live) };
    return settle(attempt, applyOnce(attempt, request.force === true));
  } catch (error) {
    if (!(error instanceof TopologyFault)) throw error;
    const problem = explainFault(type.structure, live, error);
    return refusePatch('internal', `failed to create typed live object (${printName(live)}): ${problem}`);
  }
}

interface Attempt {
  readonly type: ManagedType;
  readonly request: ApplyRequest;
  readonly live: JsonObject;
  readonly config: JsonObject;
  readonly owners: Owners;
}

function ownersBefore(type: ManagedType, request: ApplyRequest, live: JsonObject): Owners {
  if (request.live === undefined) return nobody;
  const owners = readOwners(managedFieldsOf(request.live));
  if (owners.size > 0) return reconcileOwners(type, owners);
  const { subresource = '', time } = request;
  return takeOwnership(type, nobody, {
    before: emptyObject(type),
    after: live,
    manager: beforeFirstApply,
    subresource,
    time,
  });
}

interface Merged {
  readonly object: JsonObject;
  readonly owners: Owners;
  readonly conflicts: Conflicts;
  readonly isChanged: boolean;
}

function applyOnce({ type, request, live, config, owners }: Attempt, isForced: boolean): Merged {
  const { manager, subresource = '', time } = request;
  const ignored = resetFieldsOf(type, subresource);
  const convert = converterOf(type);
  const fields = recursiveDifference(toFieldSet(type.structure, config), ignored);
  const now: Owner = { manager, operation: 'Apply', apiVersion: type.apiVersion, subresource, fields, time };
  const id = ownerId(now);
  const last = owners.get(id);
  const everyone = withOwner(owners, now);
  const before = versionedObject(type, live);
  const merged = versionedObject(type, merge(type.structure, live, config));
  const pruned = prune(merged, { owners: everyone, now, last }, convert);
  // Pruning leaves null where it takes the last part; what is applied empty is empty all the same.
  const after = pruned === merged ? merged : versionedObject(type, merge(type.structure, pruned.object, config));
  const settle = () => {
    const stored = settleObject(type, after.object);
    return stored && versionedObject(type, stored);
  };
  const taking = takeChanges(everyone, { before, after, settle, ignored, writer: id }, convert);
  const isChanged = !isSame(taking.comparison);
  const left = mapFields(taking.owners, (owner, each) => (each === id ? stripFields(owner.fields) : owner.fields));
  return {
    object: isChanged ? withoutEmptied(merged.object, after.object) : live,
    owners: isChanged ? left : keepTime(left, id, last),
    conflicts: isForced ? new Map() : taking.conflicts,
    isChanged,
  };
}

/** An apply that repeats the last one keeps that entry, time included, so that nothing is written. */
function keepTime(owners: Owners, id: string, last: Owner | undefined): Owners {
  const now = owners.get(id);
  const isAsBefore = now !== undefined && last !== undefined && isSameOwner(now, last);
  return isAsBefore ? withOwner(owners, last) : owners;
}

/** A manager that migrates from client-side apply has no conflicts over fields in its last-applied annotation. */
function settle(attempt: Attempt, merged: Merged): PatchOutcome<Applied> {
  const { type, request, live } = attempt;
  const { manager, annotation } = type.clientSideApply ?? usualClientSideApply;
  const movesOver = request.manager === manager;
  if (merged.conflicts.size === 0) return finish(attempt, merged, movesOver ? annotation : undefined);
  if (!movesOver) return refuseConflicts(merged.conflicts);
  const serious = withoutConflicts(merged.conflicts, fieldsOfLastApplied(type, live, annotation));
  return serious.size > 0 ? refuseConflicts(serious) : finish(attempt, applyOnce(attempt, true), annotation);
}

function finish({ config, request }: Attempt, merged: Merged, annotation: string | undefined): PatchOutcome<Applied> {
  const remembers = annotation !== undefined && lastAppliedOf(merged.object, annotation) !== '';
  const object = remembers ? rememberApplied(merged.object, config, annotation) : merged.object;
  const isChanged =
    merged.isChanged || (remembers && lastAppliedOf(object, annotation) !== lastAppliedOf(merged.object, annotation));
  const entries = encodeManagedFields(merged.owners);
  const { live } = request;
  if (live !== undefined && !isChanged && hasEntries(live, entries)) return acceptPatch({ object: live, isChanged });
  return acceptPatch({ object: withManagedFields(object, entries), isChanged });
}

/** Entries that nothing was done to are those that were read. */
function hasEntries(live: JsonObject, entries: readonly unknown[]): boolean {
  const before = managedFieldsOf(live);
  return isList(before) && before.length === entries.length && entries.every((entry, index) => entry === before[index]);
}
