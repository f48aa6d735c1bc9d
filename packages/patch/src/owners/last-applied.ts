/**
 * Migration from client-side apply: the client's last-applied annotation tells which fields cannot conflict. It is kept
 * up to date for clients that still read it.
 */
import { parseJson, stringifyJson } from '@keelson/schema';

import { noFields } from '../field-sets/field-set.ts';
import type { FieldSet } from '../field-sets/field-set.ts';
import { asJson, isList, isObject, setKey, valueOf, without } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { checkConfig } from '../topology/check-config.ts';
import { compare, withoutDifferences } from '../topology/compare.ts';
import { toFieldSet } from '../topology/to-field-set.ts';
import { metadataOf } from './managed-fields-entry.ts';
import type { ManagedType } from './managed-type.ts';

/** Limit on all annotations of an object, names and values together. */
const maxAnnotationsBytes = 256 * 1024;

function annotationsOf(object: JsonObject): JsonObject {
  const annotations = valueOf(metadataOf(object), 'annotations');
  return isObject(annotations) ? annotations : {};
}

export function lastAppliedOf(object: JsonObject, annotation: string): string {
  const text = valueOf(annotationsOf(object), annotation);
  return typeof text === 'string' ? text : '';
}

/** The fields that the client had applied and that still have the values it gave them. May throw a `TopologyFault`. */
export function fieldsOfLastApplied(type: ManagedType, live: JsonObject, annotation: string): FieldSet {
  const parsed = parseJson(lastAppliedOf(live, annotation));
  if (!parsed.ok || !isObject(parsed.value)) return noFields;
  const applied = parsed.value;
  if (valueOf(applied, 'apiVersion') !== type.apiVersion || checkConfig(type, applied).length > 0) return noFields;
  return withoutDifferences(toFieldSet(type.structure, applied), compare(type.structure, applied, live));
}

/** The object with the new configuration in the annotation, or without the annotation if it does not fit. */
export function rememberApplied(object: JsonObject, config: JsonObject, annotation: string): JsonObject {
  const annotations = { ...annotationsOf(object), [annotation]: printApplied(config, annotation) };
  const kept = sizeOf(annotations) > maxAnnotationsBytes ? without(annotations, annotation) : annotations;
  return { ...object, metadata: { ...metadataOf(object), annotations: kept } };
}

function printApplied(config: JsonObject, annotation: string): string {
  const metadata = metadataOf(config);
  const plain = Object.hasOwn(annotationsOf(config), annotation)
    ? { ...config, metadata: { ...metadata, annotations: without(annotationsOf(config), annotation) } }
    : config;
  const text = stringifyJson(asJson(sortKeys(plain)));
  return `${text.replace(/[<>&\u2028\u2029]/g, escapeMark)}\n`;
}

function escapeMark(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function sortKeys(value: unknown): unknown {
  if (isList(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) setKey(sorted, key, sortKeys(value[key]));
  return sorted;
}

function sizeOf(annotations: JsonObject): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(annotations))
    bytes += Buffer.byteLength(name) + Buffer.byteLength(String(value));
  return bytes;
}
