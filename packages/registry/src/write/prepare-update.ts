/**
 * Prepares a changed object, from the client's form to the stored one. The order is that of the
 * API, as refusals show: plugins, then the version it was read at, then rules.
 */
import { conflict, invalid, parseResourceVersion, unexplained, updateHooksOf, type UpdateHooks } from '@keelson/meta';
import { keepTimes } from '@keelson/patch';
import { applyDefaults, convertObject, createReport, toStoredForm, verbatim, type Subresource } from '@keelson/schema';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Form, Outcome } from '../contract.ts';
import { timeText } from '../objects/api-time.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { setType } from '../objects/api-object.ts';
import { groupResourceOf } from '../objects/form.ts';
import { done, refused } from '../outcome.ts';
import { admitWrite } from './admit-write.ts';
import { allocate } from './allocate.ts';
import type { Change } from './commit.ts';
import { isStoredAsShown, type Current } from './current.ts';
import { applyGatedAnnotation } from './gated-annotation.ts';
import { countGeneration } from './generation.ts';
import { dateConditions } from './date-conditions.ts';
import { restrictWrite } from './restrict.ts';
import { checkUpdate, fillInDefaults } from './rules-of-update.ts';
import { dropClusterName } from './tidy-metadata.ts';
import { invalidObject, validateFully } from './validated-write.ts';
import type { Writing } from './writing.ts';

/**
 * Takes over `object`, which is in the version of the place and has its owners
 * recorded; the result is in the stored version.
 */
export function prepareUpdate(
  writing: Writing,
  object: ApiObject,
  current: Current,
  shown?: ShownAs,
): MaybePromise<Outcome<Change>> {
  if (shown !== undefined) return prepareAdmitted(writing, object, current, shown);
  return when(admitWrite(writing, { operation: 'update', object, ...oldOf(current) }), (admitted) =>
    admitted.ok ? prepareAdmitted(writing, admitted.value, current) : admitted,
  );
}

function reviewed(object: ApiObject, current: Current, shown: ShownAs | undefined) {
  if (shown === undefined) return { object, ...oldOf(current) };
  return { object: shown.show(object), old: shown.old, forms: { object: shown.form, old: shown.form } };
}

function oldOf({ object: old, version }: Current) {
  return { old, oldBytes: version.value };
}

/** An object that plugins see in another form, in which they have admitted it already. */
export interface ShownAs {
  readonly form: Form;
  readonly show: (object: ApiObject) => ApiObject;
  readonly old: ApiObject;
}

function prepareAdmitted(
  writing: Writing,
  object: ApiObject,
  current: Current,
  shown?: ShownAs,
): MaybePromise<Outcome<Change>> {
  const { parts, place, store } = writing;
  const old = current.object;
  const stored = convertObject(parts.scheme, object, place.resource, store.stored) as ApiObject;
  setType(stored, store.stored);
  const versioned = matchVersion(writing, stored, current);
  if (!versioned.ok) return versioned;
  keepSystemFields(stored, old);
  const allocating = allocate(writing, stored, old);
  if (allocating === undefined) return prepareAllocated(writing, stored, current, shown);
  return when(allocating, (allocated) =>
    allocated.ok ? prepareAllocated(writing, stored, current, shown) : allocated,
  );
}

function prepareAllocated(
  writing: Writing,
  stored: ApiObject,
  current: Current,
  shown: ShownAs | undefined,
): MaybePromise<Outcome<Change>> {
  const { parts, place, store, ruling } = writing;
  const old = current.object;
  const subresource = place.subresource === undefined ? undefined : place.resource.subresources[place.subresource];
  const hooks = updateHooksOf(ruling, subresource);
  const { before, hasDropped } = prepareStored(writing, { stored, old, subresource, prepare: hooks.prepare });
  const issues = checkUpdate(writing, hooks, stored, before);
  if (issues.length > 0) return invalidObject(writing, stored, issues);
  if (subresource === undefined && parts.warnsOfObjects) warnOfUpdate(writing, stored, old);
  const found = hooks.validateInTurns?.(stored as never, old as never);
  const write = { operation: 'update', ...reviewed(stored, current, shown) } as const;
  return when(validateFully(writing, write, found), (outcome) => {
    if (!outcome.ok) return outcome;
    applyDefaults(ruling.message, stored);
    if (hasDropped || parts.gates.hidesLater) parts.gates.drop(store.message, stored, old);
    return done(changeOf(writing, toStoredForm(store.stored, place.resource, stored) as ApiObject, current));
  });
}

interface Preparing {
  readonly stored: ApiObject;
  readonly old: ApiObject;
  readonly subresource: Subresource | undefined;
  readonly prepare: UpdateHooks['prepare'];
}

interface Prepared {
  /** The old object as rules compare with it. */
  readonly before: ApiObject;
  /** Fields behind gates were dropped, and are to be dropped again once defaults are filled in. */
  readonly hasDropped: boolean;
}

/** Changes `stored`. */
function prepareStored(writing: Writing, { stored, old, subresource, prepare }: Preparing): Prepared {
  const { parts, store, ruling } = writing;
  // The result may share parts with what it is made of: defaults of later releases must not show in the old object.
  const shared = parts.gates.hidesLater ? structuredClone(old) : old;
  if (subresource?.kind === 'part') restrictWrite(stored, shared, subresource.writes);
  prepare?.(stored as never, shared as never);
  applyGatedAnnotation(store.stored, parts.gates, stored, old);
  if (datesConditions(subresource)) dateConditions(stored, old, timeText(parts.now()));
  const hasDropped = parts.gates.drop(store.message, stored, old);
  // Rules are those of the latest release: they see what it derives from other fields, which is dropped again.
  const before = hasDropped && parts.gates.hidesLater ? fillInDefaults(ruling, old) : old;
  if (before !== old) {
    applyDefaults(ruling.message, stored);
    prepare?.(stored as never, before as never);
  }
  keepDeletion(stored, old);
  if (store.stored.hasGeneration === true) countGeneration(stored, before);
  dropClusterName(stored, writing.warnings);
  return { before, hasDropped };
}

function datesConditions(subresource: Subresource | undefined): boolean {
  return subresource?.kind === 'part' && subresource.datesConditions === true;
}

function warnOfUpdate({ ruling, warnings }: Writing, object: ApiObject, old: ApiObject): void {
  for (const warning of ruling.hooks.warnOnUpdate?.(object as never, old as never) ?? []) warnings.add(warning);
}

/** Deletes an object that only finalizers held, once the last one is removed. */
function changeOf({ store }: Writing, object: ApiObject, current: Current): Change {
  const { object: old } = current;
  const { deletion } = store.stored;
  const isHeld = deletion.kind === 'twoPhase' && deletion.isHeld(object as never);
  if (isReleased(object, old) && !isHeld) return { kind: 'delete', last: object };
  if (keepTimes(old, object) !== old) return { kind: 'write', object };
  // Such writes bring stored objects into the form that their definition has now.
  return isStoredAsShown(store, current) ? { kind: 'keep' } : { kind: 'write', object: structuredClone(old) };
}

/** Objects that are deleted in two phases have no grace period, and some have finalizers in their spec alone. */
function isReleased({ metadata }: ApiObject, { metadata: before }: ApiObject): boolean {
  if ((metadata.finalizers ?? []).length > 0) return false;
  const { deletionGracePeriodSeconds: grace, deletionTimestamp } = before;
  return grace === undefined ? deletionTimestamp !== undefined : grace === 0;
}

/** Sets the version to the current one where the client need not say which it has seen. */
function matchVersion({ place, store }: Writing, { metadata }: ApiObject, { version }: Current): Outcome<void> {
  const parsed = parseResourceVersion(metadata.resourceVersion ?? '');
  if (!parsed.ok) return refused(unexplained(parsed.problem));
  const { name = '' } = metadata;
  const of = groupResourceOf(place.resource);
  if (parsed.version === 0n) {
    if (store.stored.allowsUnconditionalUpdate !== true) {
      const report = createReport();
      report.invalid('metadata.resourceVersion', verbatim('0x0'), 'must be specified for an update');
      return refused(invalid({ group: of.group, kind: of.resource }, name, report.issues));
    }
    metadata.resourceVersion = String(version.revision);
  } else if (parsed.version !== BigInt(version.revision)) {
    return refused(conflict(of, name));
  }
  return done(undefined);
}

function keepSystemFields({ metadata }: ApiObject, old: ApiObject): void {
  const before = old.metadata;
  if (before.generation === undefined) delete metadata.generation;
  else metadata.generation = before.generation;
  if ((metadata.uid ?? '') === '' && before.uid !== undefined) metadata.uid = before.uid;
  metadata.creationTimestamp = before.creationTimestamp;
  delete metadata.selfLink;
}

/** An update that omits the deletion fields does not revive a terminating object. */
function keepDeletion({ metadata }: ApiObject, { metadata: before }: ApiObject): void {
  if (before.deletionTimestamp !== undefined) metadata.deletionTimestamp = before.deletionTimestamp;
  if (before.deletionGracePeriodSeconds !== undefined) {
    metadata.deletionGracePeriodSeconds ??= before.deletionGracePeriodSeconds;
  }
}
