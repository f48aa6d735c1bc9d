/**
 * Converts what one document holds: finds its kind, checks its structure, changes
 * its version. Lists are converted item by item and stay lists.
 */
import { groupVersion } from '@keelson/schema';
import type { GroupVersionKind, JsonValue, Message, Release, Resource, Scheme, TypeMeta } from '@keelson/schema';

import { convertVersion } from './convert-version.ts';
import type { Converted } from './converted.ts';
import type { InputDocument } from './documents.ts';
import type { UnknownFieldPolicy } from './options.ts';
import { planMove } from './plan-move.ts';
import { readObject } from './read-object.ts';
import type { ReadObject } from './read-object.ts';
import { toJson } from './to-json.ts';

export interface ConvertRules {
  readonly outputVersion?: { readonly group: string; readonly version: string };
  /** In place of a version: each object moves where this release has its version no longer. */
  readonly next?: Release;
  readonly fieldValidation: UnknownFieldPolicy;
}

interface Success {
  readonly ok: true;
  readonly converted: Converted;
  readonly warnings: readonly string[];
}

export type ConversionOutcome = Success | { readonly ok: false; readonly messages: readonly string[] };

export function convertDocument(scheme: Scheme, document: InputDocument, rules: ConvertRules): ConversionOutcome {
  const moved = rules.next === undefined ? undefined : planMove(scheme, document, rules.next);
  if (moved?.kind === 'stays') return leave(moved.value, moved.warnings);
  return convertKnown(scheme, document, rules, moved?.to);
}

function convertKnown(
  scheme: Scheme,
  document: InputDocument,
  rules: ConvertRules,
  to: ConvertRules['outputVersion'],
): ConversionOutcome {
  const read = readObject(scheme, document);
  if (!read.ok) return refuse([read.message]);
  const { fieldValidation } = rules;
  if (fieldValidation === 'Strict' && read.complaints.length > 0) return refuse(read.complaints);
  const target = to ?? rules.outputVersion;
  const outcome = isMixedList(read.kind) ? convertMixedList(scheme, read, rules) : convertRead(scheme, read, target);
  if (!outcome.ok) return outcome;
  const warnings = fieldValidation === 'Ignore' ? [] : [...read.complaints, ...outcome.warnings];
  return { ...outcome, warnings };
}

/** The `List` of clients, which may hold objects of any kind. */
function isMixedList({ group, version, kind }: GroupVersionKind): boolean {
  return group === '' && version === 'v1' && kind === 'List';
}

function convertMixedList(scheme: Scheme, { object, kind }: ReadObject, rules: ConvertRules): ConversionOutcome {
  const { items } = object as { items?: JsonValue[] | null };
  const failures: string[] = [];
  const warnings: string[] = [];
  const converted = (items ?? []).flatMap((value, index) => {
    const outcome = convertDocument(scheme, { form: 'json', value, duplicates: [] }, rules);
    const at = (message: string) => `items[${String(index)}]: ${message}`;
    if (!outcome.ok) failures.push(...outcome.messages.map(at));
    else warnings.push(...outcome.warnings.map(at));
    return outcome.ok ? [toJson(outcome.converted)] : [];
  });
  if (failures.length > 0) return refuse(failures);
  const list = { ...object, items: items ? converted : null } as TypeMeta;
  return { ok: true, converted: { object: list, message: kind.message }, warnings };
}

function convertRead(
  scheme: Scheme,
  { kind, object }: ReadObject,
  target: ConvertRules['outputVersion'],
): ConversionOutcome {
  const isSame = target === undefined || (kind.group === target.group && kind.version === target.version);
  if (isSame) return succeed(object, kind.message);
  const { resource, isList } = resourceOf(scheme, kind);
  if (resource === undefined) return refuse([`${kind.kind} of ${groupVersion(kind)} has no other version`]);
  const to = scheme.versionsOf(resource).find((each) => each.group === target.group && each.version === target.version);
  if (to === undefined) return refuse([noVersion(scheme, resource, groupVersion(target))]);
  if (isList) return convertTypedList(scheme, object, resource, to);
  const change = convertVersion(scheme, object, resource, to);
  return succeed(change.object, to.message, change.warnings);
}

function resourceOf(scheme: Scheme, kind: GroupVersionKind): { resource: Resource | undefined; isList: boolean } {
  const own = scheme.resourceOfKind(kind);
  if (own !== undefined || !kind.kind.endsWith('List')) return { resource: own, isList: false };
  return { resource: scheme.resourceOfKind({ ...kind, kind: kind.kind.slice(0, -'List'.length) }), isList: true };
}

function convertTypedList(scheme: Scheme, list: TypeMeta, from: Resource, to: Resource): ConversionOutcome {
  const { items } = list as { items?: TypeMeta[] | null };
  const warnings: string[] = [];
  const converted = items?.map((item, index) => {
    const own = { ...item, kind: from.kind, apiVersion: groupVersion(from) };
    const change = convertVersion(scheme, own, from, to);
    warnings.push(...change.warnings.map((warning) => `items[${String(index)}].${warning}`));
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = change.object;
    return rest;
  });
  const object = { ...list, apiVersion: groupVersion(to), kind: `${to.kind}List`, items: converted ?? null };
  return succeed(object, to.list ?? to.message, warnings);
}

function noVersion(scheme: Scheme, resource: Resource, wanted: string): string {
  const versions = scheme.versionsOf(resource).map(groupVersion).join(', ');
  return `${resource.kind} has no version ${wanted}; there is ${versions}`;
}

function succeed(object: TypeMeta, message: Message, warnings: readonly string[] = []): Success {
  return { ok: true, converted: { object, message }, warnings };
}

function leave(untouched: JsonValue, warnings: readonly string[]): Success {
  return { ok: true, converted: { untouched }, warnings };
}

function refuse(messages: readonly string[]): ConversionOutcome {
  return { ok: false, messages };
}
