/** Writes of a Scale: the number of replicas goes into the object, which then follows the rules of its kind. */
import { conflict, invalid, notFound, validateObjectMeta } from '@keelson/meta';
import { createReport } from '@keelson/schema';
import type { ScaleSubresource } from '@keelson/schema';

import type { Outcome, PatchRequest, WriteAnswer, WriteRequest } from '../contract.ts';
import { setOrDelete, type ApiObject } from '../objects/api-object.ts';
import { groupResourceOf } from '../objects/form.ts';
import { timeText } from '../objects/api-time.ts';
import { readBody } from '../objects/read-body.ts';
import { decodeStoredOrThrow } from '../objects/stored-object.ts';
import { done, refused } from '../outcome.ts';
import { applyPatch } from '../patch/apply-patch.ts';
import { createSource } from '../patch/patch.ts';
import { admitWrite } from '../write/admit-write.ts';
import { targetOf } from '../write/answer.ts';
import { commit } from '../write/commit.ts';
import type { Change } from '../write/commit.ts';
import type { Current } from '../write/current.ts';
import { matchName, matchNamespace } from '../write/match-place.ts';
import { own } from '../write/own.ts';
import { prepareUpdate } from '../write/prepare-update.ts';
import { inVersionOfPlace } from '../write/version-of-place.ts';
import type { Writing } from '../write/writing.ts';
import { applyToScale, decodeScale, ownApplied } from './apply-scale.ts';
import { reviewedScale, type ScaleWrite } from './reviewed-scale.ts';
import { answerScale, scaleOf, withReplicas } from './scale.ts';
import type { Scale } from './scale.ts';

export function scaleWriteOf(paths: ScaleSubresource): ScaleWrite {
  return { paths, form: paths.servedAs };
}

/** Rejects as the store fails. */
export function updateScale(writing: Writing, { paths, form }: ScaleWrite, { body }: WriteRequest) {
  return writeScale(writing, { paths, form }, () => {
    const read = readBody(writing.parts, form, body, writing.plan.fieldValidation);
    return read.ok ? done(read.value.object as Scale) : read;
  });
}

/** Rejects as the store fails. */
export function patchScale(writing: Writing, write: ScaleWrite, request: PatchRequest) {
  const source = createSource(writing, request);
  const { kind } = source;
  if (kind === 'apply') {
    const applying = { ...write, applied: () => source.read() };
    return writeScale(writing, applying, (current) => applyToScale(writing, applying, current));
  }
  return writeScale(writing, write, (current) => {
    const patch = source.read();
    if (!patch.ok) return patch;
    const document = scaleOf(current, write.paths, write.form);
    return decodeScale(writing, applyPatch(kind, document, patch.value, write.form.message));
  });
}

async function writeScale(
  writing: Writing,
  write: ScaleWrite,
  read: (current: Current) => Outcome<Scale>,
): Promise<Outcome<WriteAnswer>> {
  const { place, store, warnings } = writing;
  const committed = await commit(targetOf(writing), (current) => {
    if (current === undefined) {
      return Promise.resolve(refused(notFound(groupResourceOf(place.resource), place.name ?? '')));
    }
    const scale = read(current);
    return scale.ok ? changeReplicas(writing, write, scale.value, current) : Promise.resolve(scale);
  });
  if (!committed.ok) return committed;
  const { version } = committed.value;
  const now = { version, object: decodeStoredOrThrow(store.message, version) };
  return done({ ...answerScale(now, write.paths, write.form), isCreated: false, warnings: [...warnings] });
}

async function changeReplicas(
  writing: Writing,
  write: ScaleWrite,
  scale: Scale,
  current: Current,
): Promise<Outcome<Change>> {
  const { place } = writing;
  const checks = [matchName(place, scale), matchNamespace(place, scale), validateScale(writing, write, scale)];
  for (const check of [...checks, matchUid(writing, scale, current)]) if (!check.ok) return check;
  const admitted = await admitScale(writing, write, scale, current);
  if (!admitted.ok) return admitted;
  const asked = admitted.value;
  const again = validateScale(writing, write, asked);
  if (!again.ok) return again;
  const live = inVersionOfPlace(writing, current.object);
  const scaled = withReplicas(live, write.paths, asked);
  const { applied } = write;
  await (applied === undefined ? own(writing, scaled, live) : ownApplied(writing, { ...write, applied }, scaled, live));
  if (place.resource.custom === undefined) forgetTimes(scaled, place.subresource);
  else disown(scaled, place.subresource);
  expectVersion(writing, scaled, asked.metadata.resourceVersion ?? '');
  const { form } = write;
  const show = (object: ApiObject) => scaleOf({ ...current, object }, write.paths, form);
  return prepareUpdate(writing, scaled, current, { form, show, old: reviewedScale(write, current) });
}

/** A Scale without a resourceVersion matches any: a kind whose updates need one is written as it was read. */
function expectVersion({ store }: Writing, { metadata }: ApiObject, asked: string): void {
  if (asked !== '' || store.stored.allowsUnconditionalUpdate === true) metadata.resourceVersion = asked;
}

/** Plugins see the Scale, as it was and as it is to be, with its owners. */
async function admitScale(
  writing: Writing,
  write: ScaleWrite,
  scale: Scale,
  current: Current,
): Promise<Outcome<Scale>> {
  const { form } = write;
  const { parts, plan, place } = writing;
  const old = reviewedScale(write, current);
  const { subresource = '' } = place;
  const time = timeText(parts.now());
  const { manager } = plan;
  if (write.applied === undefined) {
    const recorded = parts.ownership.ofForm(form).recordUpdate({ live: old, next: scale, manager, subresource, time });
    setOrDelete(scale.metadata, 'managedFields', (recorded.object as ApiObject).metadata.managedFields);
  }
  // Owners that have no time get none for a number that they own already.
  if (old.metadata.managedFields?.some(isTimeless(subresource, manager)) === true) forgetTimes(scale, subresource);
  const forms = { object: form, old: form };
  const admitted = await admitWrite(writing, { operation: 'update', object: scale, old, forms });
  return admitted.ok ? done(admitted.value as Scale) : admitted;
}

type Owner = NonNullable<ApiObject['metadata']['managedFields']>[number];

function isTimeless(place: string, name: string): (owner: Owner) => boolean {
  return ({ manager, subresource = '', time }) => manager === name && subresource === place && (time ?? '') === '';
}

function validateScale({ place }: Writing, { form }: ScaleWrite, { metadata, spec }: Scale): Outcome<void> {
  const { replicas = 0 } = spec;
  const { resource, name = '' } = place;
  // Of a custom resource, the object itself is refused, at the path that its definition names.
  if (resource.custom !== undefined) return done(undefined);
  const report = createReport();
  report.within('metadata', () => validateObjectMeta(metadata, { isNamespaced: true }, report));
  if (replicas < 0) report.invalid('spec.replicas', replicas, 'must be greater than or equal to 0');
  return report.issues.length === 0 ? done(undefined) : refused(invalid(form, name, report.issues));
}

function matchUid({ place }: Writing, { metadata }: Scale, { object }: Current): Outcome<void> {
  const { uid = '' } = metadata;
  const found = object.metadata.uid ?? '';
  if (uid === '' || uid === found) return done(undefined);
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found}`;
  const { group, resource } = groupResourceOf(place.resource);
  return refused(conflict({ group, resource: `${resource}/${place.subresource ?? ''}` }, place.name ?? '', why));
}

/** The number of replicas of a custom resource, once it was scaled, belongs to nobody: clients know it so. */
function disown({ metadata }: ApiObject, subresource: string | undefined): void {
  const left = metadata.managedFields?.filter((entry) => entry.subresource !== subresource);
  setOrDelete(metadata, 'managedFields', left);
}

/** Clients know the entries of this place without a time. */
function forgetTimes({ metadata }: ApiObject, subresource: string | undefined): void {
  if (metadata.managedFields === undefined) return;
  metadata.managedFields = metadata.managedFields.map((entry) => {
    if (entry.subresource !== subresource) return entry;
    const { time: _, ...rest } = entry;
    return rest;
  });
}
