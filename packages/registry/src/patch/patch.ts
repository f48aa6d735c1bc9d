/** Patch: a change relative to the stored object. Apply also creates an object that does not exist. */
import { badRequest, conflict, notFound, type RequestTarget, type Status } from '@keelson/meta';
import type { Applied, ApplyRequest, PatchOutcome, Refusal } from '@keelson/patch';
import { renameAliases } from '@keelson/schema';
import type { JsonValue, Message } from '@keelson/schema';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Outcome, PatchKind, PatchRequest, WriteAnswer } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import { groupResourceOf } from '../objects/form.ts';
import { createFaults } from '../objects/read-body.ts';
import { done, refused } from '../outcome.ts';
import { answerOf, targetOf } from '../write/answer.ts';
import { commit } from '../write/commit.ts';
import type { Change } from '../write/commit.ts';
import type { Current } from '../write/current.ts';
import { matchName, matchNamespace } from '../write/match-place.ts';
import { own } from '../write/own.ts';
import { prepareCreate } from '../write/prepare-create.ts';
import { prepareUpdate } from '../write/prepare-update.ts';
import { inVersionOfPlace } from '../write/version-of-place.ts';
import { withAllocation } from '../write/with-allocation.ts';
import type { Writing } from '../write/writing.ts';
import { applyPatch } from './apply-patch.ts';
import { decodePatched } from './decode-patched.ts';
import { statusOfRefusal } from './patch-refusal.ts';
import { readPatch } from './read-patch.ts';

/** Rejects as the store fails. */
export function patchObject(writing: Writing, request: PatchRequest): Promise<Outcome<WriteAnswer>> {
  return withAllocation(writing, (allocating) => patchStored(allocating, request));
}

async function patchStored(writing: Writing, request: PatchRequest): Promise<Outcome<WriteAnswer>> {
  const source = createSource(writing, request);
  const committed = await commit(targetOf(writing), (current) => changeByPatch(writing, source, current));
  return committed.ok ? done(answerOf(writing, committed.value)) : committed;
}

/** The patch, read when it is first needed. */
export interface PatchSource {
  readonly kind: PatchRequest['patch']['kind'];
  read(): Outcome<JsonValue>;
}

export function createSource({ place, plan, warnings }: Writing, { patch }: PatchRequest): PatchSource {
  let read: Outcome<JsonValue> | undefined;
  return {
    kind: patch.kind,
    read: () => {
      if (read !== undefined) return read;
      const faults = createFaults(plan.fieldValidation);
      read = withoutAliases(readPatch(patch, faults.onDuplicate), patch.kind, place.resource.message);
      if (plan.fieldValidation === 'Warn') for (const fault of faults.all()) warnings.add(fault);
      return read;
    },
  };
}

/** A JSON patch has paths, not fields; what it adds by an alias is renamed as its result is decoded. */
function withoutAliases(read: Outcome<JsonValue>, kind: PatchKind, message: Message): Outcome<JsonValue> {
  return read.ok && kind !== 'json' ? done(renameAliases(message, read.value)) : read;
}

function changeByPatch(
  writing: Writing,
  source: PatchSource,
  current: Current | undefined,
): MaybePromise<Outcome<Change>> {
  const live = current && inVersionOfPlace(writing, ownCopy(writing, current.object));
  const patched = source.kind === 'apply' ? apply(writing, source, live) : patch(writing, source, live);
  return when(patched, (outcome) =>
    outcome.ok ? changePatched(writing, outcome.value, { current, live, isOwned: source.kind === 'apply' }) : outcome,
  );
}

/**
 * The result of a patch shares parts with the object, and gets defaults. Those of later releases must not show in the old
 * object, which would seem to use them.
 */
function ownCopy({ parts }: Writing, object: ApiObject): ApiObject {
  return parts.gates.hidesLater ? structuredClone(object) : object;
}

interface Patched {
  readonly current: Current | undefined;
  readonly live: ApiObject | undefined;
  /** Its owners are recorded already. */
  readonly isOwned: boolean;
}

function changePatched(writing: Writing, object: ApiObject, patched: Patched): MaybePromise<Outcome<Change>> {
  const { place } = writing;
  const { current, live, isOwned } = patched;
  const named = matchName(place, object);
  if (!named.ok) return named;
  const inNamespace = matchNamespace(place, object);
  if (!inNamespace.ok) return inNamespace;
  if (current !== undefined) {
    const owning = isOwned ? undefined : own(writing, object, live);
    if (owning !== undefined) return owning.then(() => prepareUpdate(writing, object, current));
    return prepareUpdate(writing, object, current);
  }
  return when(prepareCreate(writing, object, { isOwned: true }), (prepared) =>
    prepared.ok ? done({ kind: 'write', object: prepared.value }) : prepared,
  );
}

function patch(writing: Writing, source: PatchSource, live: ApiObject | undefined): Outcome<ApiObject> {
  const { place, plan } = writing;
  if (live === undefined) return missing(writing);
  const read = source.read();
  if (!read.ok || source.kind === 'apply') return read as Outcome<never>;
  const result = applyPatch(source.kind, live, read.value, place.resource.message);
  if (!result.ok) return result;
  if (place.resource.custom === undefined && source.kind !== 'strategic' && hasNoVersion(result.value)) {
    // Clients know it as an object of no version, of which nothing can be read: no name either.
    return matchName(place, { metadata: { creationTimestamp: null } }) as Outcome<never>;
  }
  return decodePatched(writing, result.value, createFaults(plan.fieldValidation));
}

function hasNoVersion(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { apiVersion } = value as { readonly apiVersion?: JsonValue };
  return apiVersion === undefined || apiVersion === null || apiVersion === '';
}

/** Of built-in kinds clients know some of these as faults of the server. No schema of a user makes the server be at fault. */
function statusOfApply({ resource }: RequestTarget, refusal: Refusal): Status {
  const isUsers = resource.custom !== undefined && refusal.reason === 'internal';
  return isUsers ? badRequest(refusal.message) : statusOfRefusal(refusal);
}

/** Merges the applied configuration into the live object, and updates the owners of its fields. */
function apply(writing: Writing, source: PatchSource, live: ApiObject | undefined): MaybePromise<Outcome<ApiObject>> {
  const { parts, place, plan } = writing;
  if (live === undefined && place.subresource !== undefined) return missing(writing);
  const read = source.read();
  if (!read.ok) return read;
  const request: ApplyRequest = {
    live,
    config: read.value,
    manager: plan.manager,
    force: plan.isForced,
    subresource: place.subresource ?? '',
    time: timeText(parts.now()),
  };
  const applying = parts.ownership.run(place.resource, (manager) => manager.apply(request));
  return when(applying, (applied) => decodeApplied(writing, applied, live));
}

function decodeApplied(
  writing: Writing,
  applied: PatchOutcome<Applied>,
  live: ApiObject | undefined,
): Outcome<ApiObject> {
  const { place, plan } = writing;
  if (!applied.ok) return refused(statusOfApply(place, applied));
  const decoded = decodePatched(writing, { ...applied.value.object }, createFaults(plan.fieldValidation));
  if (!decoded.ok || live !== undefined) return decoded;
  const { uid = '' } = decoded.value.metadata;
  return uid === '' ? decoded : nothingOfThatUid(writing, uid);
}

function missing({ place }: Writing): Outcome<never> {
  return refused(notFound(groupResourceOf(place.resource), place.name ?? ''));
}

function nothingOfThatUid({ place }: Writing, uid: string): Outcome<never> {
  const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
  return refused(conflict(groupResourceOf(place.resource), place.name ?? '', why));
}
