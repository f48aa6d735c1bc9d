/**
 * Runs scenarios of field ownership: operations one after the other, then the object and its owners as they shall be.
 * A scenario is written in YAML; everything that is handed to the code under test is frozen first.
 */
import { expect, it } from '@jest/globals';
import { applyDefaults, decodeJson, parseYaml } from '@keelson/schema';

import { decodeManagedFields } from '../owners/decode-managed-fields.ts';
import { pathsOf } from '../field-sets/paths-of.ts';
import { printPath } from '../field-sets/path-element.ts';
import { applyJsonPatch } from '../json-patch/apply-json-patch.ts';
import type { JsonObject } from '../json-object.ts';
import { applyMergePatch } from '../merge-patch/apply-merge-patch.ts';
import type { PatchOutcome } from '../outcome.ts';
import { fieldManager } from '../owners/field-manager.ts';
import { keepTimes } from '../owners/keep-times.ts';
import { managedFieldsOf, metadataOf } from '../owners/managed-fields-entry.ts';
import type { ManagedType } from '../owners/managed-type.ts';
import { applyStrategicMergePatch } from '../strategic-merge-patch/apply-strategic-merge-patch.ts';
import { types } from './sample-kinds.ts';

export interface Step {
  /** The operation and its body; kind, apiVersion and name may be left out. */
  readonly apply?: JsonObject;
  readonly create?: JsonObject;
  readonly update?: JsonObject;
  readonly mergePatch?: unknown;
  readonly jsonPatch?: unknown;
  readonly strategicPatch?: unknown;
  readonly by?: string;
  /** The subresource. */
  readonly via?: string;
  readonly force?: boolean;
  /** The type from here on: another version, or another topology. */
  readonly as?: string;
  /** The message of the refusal. */
  readonly refused?: string;
  /** Nothing changes, not even a time. */
  readonly isNothing?: boolean;
}

export interface Scenario {
  readonly does: string;
  readonly type?: string;
  readonly steps: readonly Step[];
  readonly object?: JsonObject;
  /** By manager; an updater is `(name)`. The paths of its fields with a space between. */
  readonly owners?: Readonly<Record<string, string>>;
}

/** `type` is a name in `types`, for the scenarios that do not name another. */
export function runScenarios(type: string, text: string): void {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new Error(`line ${parsed.line ?? 0}: ${parsed.message}`);
  for (const scenario of parsed.documents.flat() as unknown as Scenario[]) {
    it(scenario.does, () => runScenario({ type, ...scenario }));
  }
}

interface World {
  type: ManagedType;
  live: JsonObject | undefined;
  seconds: number;
}

function runScenario({ type = '', steps, object, owners }: Scenario): void {
  const world: World = { type: typeNamed(type), live: undefined, seconds: 0 };
  for (const step of steps) runStep(world, step);
  if (object !== undefined)
    expect(bare(world.live ?? {})).toEqual(bare(complete(world.type, named(world.type, object))));
  if (owners !== undefined) expect(ownersOf(world.live ?? {})).toEqual(owners);
}

function typeNamed(name: string): ManagedType {
  const type = types[name];
  if (type === undefined) throw new Error(`no type ${name}`);
  return type;
}

function runStep(world: World, step: Step): void {
  if (step.as !== undefined) changeType(world, typeNamed(step.as));
  world.seconds += 1;
  const result = write(world, step);
  if (!result.ok || step.refused !== undefined) {
    expect(result.ok ? 'accepted' : result.message).toBe(step.refused ?? 'accepted');
    return;
  }
  const { live } = world;
  world.live = live === undefined ? result.value : keepTimes(live, result.value);
  if (step.isNothing !== undefined) expect(world.live === live).toBe(step.isNothing);
}

function changeType(world: World, type: ManagedType): void {
  const { live } = world;
  if (live !== undefined && type.apiVersion !== world.type.apiVersion && type.versions !== undefined) {
    world.live = complete(type, type.versions.convert(live, world.type.apiVersion, type.apiVersion));
  }
  world.type = type;
}

function write({ type, live, seconds }: World, step: Step): PatchOutcome<JsonObject> {
  const { by: manager = 'm', via: subresource = '', force = false } = step;
  const time = new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString().replace('.000Z', 'Z');
  freeze(live);
  freeze(step);
  const who = { manager, subresource, time };
  if (step.apply !== undefined) {
    const outcome = fieldManager(type).apply({ live, config: named(type, step.apply), force, ...who });
    if (!outcome.ok) return outcome;
    const { object, isChanged } = outcome.value;
    return { ok: true, value: isChanged ? complete(type, object) : object };
  }
  const sent = documentOf(type, live, step);
  if (!sent.ok) return sent;
  const before = step.create === undefined ? live : undefined;
  const recorded = fieldManager(type).recordUpdate({
    live: before,
    next: complete(type, sent.value),
    sent: sent.value,
    ...who,
  });
  return { ok: true, value: recorded.object };
}

function documentOf(type: ManagedType, live: JsonObject | undefined, step: Step): PatchOutcome<JsonObject> {
  const before = live ?? {};
  const whole = step.create ?? step.update;
  if (whole !== undefined) return { ok: true, value: named(type, whole) };
  if (step.jsonPatch !== undefined) return applyJsonPatch(before, step.jsonPatch) as PatchOutcome<JsonObject>;
  if (step.strategicPatch !== undefined) return applyStrategicMergePatch(before, step.strategicPatch, type.structure);
  return applyMergePatch(before, step.mergePatch) as PatchOutcome<JsonObject>;
}

/** Written here and not in each scenario. What a scenario does write stays. */
function named(type: ManagedType, object: JsonObject): JsonObject {
  return { apiVersion: type.apiVersion, kind: type.kind, ...object, metadata: { name: 'a', ...metadataOf(object) } };
}

function complete({ message }: ManagedType, object: JsonObject): JsonObject {
  if (message === undefined) return object;
  const decoded = decodeJson(message, object);
  if (!decoded.ok) throw new Error(decoded.message);
  applyDefaults(message, decoded.object);
  return decoded.object;
}

function bare(object: JsonObject): JsonObject {
  const { managedFields: _owners, ...metadata } = metadataOf(object);
  return { ...object, metadata };
}

export function ownersOf(object: JsonObject): Record<string, string> {
  const decoded = decodeManagedFields(managedFieldsOf(object));
  if (!decoded.ok) throw new Error(decoded.message);
  const owners: Record<string, string> = {};
  for (const { manager, operation, subresource, apiVersion, fields } of decoded.owners.values()) {
    const name = operation === 'Apply' ? manager : `(${manager})`;
    const version = apiVersion === 'test/v1' ? '' : ` in ${apiVersion}`;
    owners[`${name}${subresource && ` via ${subresource}`}${version}`] = pathsOf(fields).map(printPath).join(' ');
  }
  return owners;
}

export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
  return value;
}
