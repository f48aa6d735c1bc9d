/** Apply of a Scale: its number of replicas gets an owner, in the Scale as in the object. */
import type { ApplyRequest } from '@keelson/patch';
import { groupVersion, type JsonValue } from '@keelson/schema';

import type { Outcome } from '../contract.ts';
import { setOrDelete, type ApiObject } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import { createFaults } from '../objects/read-body.ts';
import { done, refused } from '../outcome.ts';
import { decodePatched } from '../patch/decode-patched.ts';
import { statusOfRefusal } from '../patch/patch-refusal.ts';
import type { Current } from '../write/current.ts';
import { setAt, valueAt } from '../write/restrict.ts';
import type { Writing } from '../write/writing.ts';
import { reviewedScale, type ScaleWrite } from './reviewed-scale.ts';
import type { Scale } from './scale.ts';

/** The owners of the number conflict as owners of a Scale. */
export function applyToScale(writing: Writing, write: ApplyingScale, current: Current): Outcome<Scale> {
  const config = write.applied();
  if (!config.ok) return config;
  const live = reviewedScale(write, current);
  const manager = writing.parts.ownership.ofForm(write.form);
  const applied = manager.apply(applyRequestOf(writing, { live, config: config.value, force: writing.plan.isForced }));
  if (!applied.ok) return refused(statusOfRefusal(applied));
  return decodeScale(writing, done({ ...applied.value.object }));
}

export type ApplyingScale = ScaleWrite & Required<Pick<ScaleWrite, 'applied'>>;

function applyRequestOf(
  { parts, place, plan }: Writing,
  request: Pick<ApplyRequest, 'live' | 'config' | 'force'>,
): ApplyRequest {
  const { manager } = plan;
  return { ...request, manager, subresource: place.subresource ?? '', time: timeText(parts.now()) };
}

/** Records what was applied to the Scale as applied to the object; conflicts were settled on the Scale. */
export async function ownApplied(
  writing: Writing,
  write: ApplyingScale,
  object: ApiObject,
  live: ApiObject,
): Promise<void> {
  const { parts, place } = writing;
  const { resource } = place;
  const config = { apiVersion: groupVersion(resource), kind: resource.kind, metadata: nameOf(live) };
  const given = write.applied();
  const replicas = given.ok ? valueAt({ given: given.value }, ['given', 'spec', 'replicas']) : undefined;
  if (replicas !== undefined) setAt(config, write.paths.replicas.split('.'), replicas);
  const request = applyRequestOf(writing, { live, config, force: true });
  const applied = await parts.ownership.run(resource, (manager) => manager.apply(request));
  if (!applied.ok) return;
  setOrDelete(object.metadata, 'managedFields', (applied.value.object as ApiObject).metadata.managedFields);
}

function nameOf({ metadata: { name, namespace } }: ApiObject): Pick<ApiObject['metadata'], 'name' | 'namespace'> {
  return { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) };
}

/** The outcome of a patch, as a Scale. */
export function decodeScale(writing: Writing, patched: Outcome<JsonValue>): Outcome<Scale> {
  if (!patched.ok) return patched;
  const decoded = decodePatched(writing, patched.value, createFaults(writing.plan.fieldValidation));
  return decoded.ok ? done(decoded.value as Scale) : decoded;
}
