/**
 * Converts what one document holds: finds its kind, checks its structure, changes
 * its version. Lists are converted item by item and stay lists.
 */
import { convertObject, groupVersion } from '@keelson/schema';
import type { GroupVersionKind, JsonValue, Message, Resource, Scheme, TypeMeta } from '@keelson/schema';

import type { InputDocument, JsonDocument } from './documents.ts';
import type { FieldValidation } from './options.ts';
import { readObject, typeOf } from './read-object.ts';
import type { ReadObject } from './read-object.ts';

/** An object in canonical form, with the declaration to write it by. */
export interface Converted {
  readonly object: TypeMeta;
  readonly message: Message;
}

export interface ConvertRules {
  readonly outputVersion?: { readonly group: string; readonly version: string };
  readonly fieldValidation: FieldValidation;
}

export type Outcome =
  | { readonly ok: true; readonly converted: Converted; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly messages: readonly string[] };

type JsonObject = Record<string, unknown>;

export function convertDocument(scheme: Scheme, document: InputDocument, rules: ConvertRules): Outcome {
  if (document.form === 'json' && Array.isArray(itemsOfMixedList(document.value))) {
    return convertMixedList(scheme, document, rules);
  }
  const read = readObject(scheme, document);
  if (!read.ok) return refuse([read.message]);
  if (rules.fieldValidation === 'Strict' && read.complaints.length > 0) return refuse(read.complaints);
  const converted = toVersion(scheme, read, rules.outputVersion);
  if (!converted.ok) return refuse([converted.message]);
  return { ok: true, converted: converted.converted, warnings: rules.fieldValidation === 'Warn' ? read.complaints : [] };
}

/** The `List` of clients, which may hold objects of any kind. */
function itemsOfMixedList(value: JsonValue): unknown {
  const { apiVersion, kind } = typeOf(value);
  return apiVersion === 'v1' && kind === 'List' ? (value as JsonObject)['items'] : undefined;
}

function convertMixedList(scheme: Scheme, document: JsonDocument, rules: ConvertRules): Outcome {
  const list = readObject(scheme, document);
  if (!list.ok) return refuse([list.message]);
  const { items } = document.value as { items: JsonValue[] };
  const failures: string[] = [];
  const warnings: string[] = [];
  const converted: object[] = [];
  items.forEach((value, index) => {
    const outcome = convertDocument(scheme, { form: 'json', value, duplicates: [] }, rules);
    const at = (message: string) => `items[${String(index)}]: ${message}`;
    if (outcome.ok) {
      converted.push(outcome.converted.object);
      warnings.push(...outcome.warnings.map(at));
    } else failures.push(...outcome.messages.map(at));
  });
  if (failures.length > 0) return refuse(failures);
  return { ok: true, converted: { object: { ...list.object, items: converted } as TypeMeta, message: list.kind.message }, warnings };
}

type VersionOutcome =
  | { readonly ok: true; readonly converted: Converted }
  | { readonly ok: false; readonly message: string };

function toVersion(scheme: Scheme, { kind, object }: ReadObject, target: ConvertRules['outputVersion']): VersionOutcome {
  const isSame = target === undefined || (kind.group === target.group && kind.version === target.version);
  if (isSame) return { ok: true, converted: { object, message: kind.message } };
  const { resource, isList } = resourceOf(scheme, kind);
  if (resource === undefined) return cannot(`${kind.kind} of ${groupVersion(kind)} has no other version`);
  const to = scheme.versionsOf(resource).find((each) => each.group === target.group && each.version === target.version);
  if (to === undefined) return cannot(noVersion(scheme, resource, groupVersion(target)));
  if (!isList) return { ok: true, converted: { object: convertObject(scheme, object, resource, to), message: to.message } };
  return { ok: true, converted: convertTypedList(scheme, object, resource, to) };
}

function resourceOf(scheme: Scheme, kind: GroupVersionKind): { resource: Resource | undefined; isList: boolean } {
  const own = scheme.resourceOfKind(kind);
  if (own !== undefined || !kind.kind.endsWith('List')) return { resource: own, isList: false };
  return { resource: scheme.resourceOfKind({ ...kind, kind: kind.kind.slice(0, -'List'.length) }), isList: true };
}

function convertTypedList(scheme: Scheme, list: TypeMeta, from: Resource, to: Resource): Converted {
  const { items } = list as { items?: TypeMeta[] | null };
  const converted = items?.map((item) => {
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = convertObject(scheme, item, from, to);
    return rest;
  });
  const object = { ...list, apiVersion: groupVersion(to), kind: `${to.kind}List`, items: converted ?? null };
  return { object, message: to.list ?? to.message };
}

function noVersion(scheme: Scheme, resource: Resource, wanted: string): string {
  const versions = scheme.versionsOf(resource).map(groupVersion).join(', ');
  return `${resource.kind} has no version ${wanted}; there is ${versions}`;
}

function cannot(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

function refuse(messages: readonly string[]): Outcome {
  return { ok: false, messages };
}
