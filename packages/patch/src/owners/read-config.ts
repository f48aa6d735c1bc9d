/** Reads and checks an apply configuration before the merge: an incomplete object of the type, in its version. */
import { nestsDeeper } from '@keelson/schema';

import { groupVersionKindOf } from './group-version-kind.ts';
import { isList, isObject, valueOf } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { acceptPatch, refusePatch } from '../outcome.ts';
import type { PatchOutcome } from '../outcome.ts';
import { goTypeName } from '../print-go-value.ts';
import { checkConfig } from '../topology/check-config.ts';
import { managedFieldsOf, metadataOf } from './managed-fields-entry.ts';
import type { ManagedType } from './managed-type.ts';

export function readConfig(type: ManagedType, body: unknown): PatchOutcome<JsonObject> {
  const config = body ?? {};
  if (!isObject(config)) return refusePatch('badRequest', `error decoding YAML: ${wrongType(config)}`);
  if (nestsDeeper(config)) return refusePatch('badRequest', 'error decoding YAML: exceeded max depth');
  const apiVersion = textOf(config, 'apiVersion');
  if (apiVersion !== type.apiVersion) {
    // A version with two slashes is invalid.
    const shown = apiVersion.split('/').length > 2 ? '' : apiVersion;
    const given = `Specified patch version: ${shown}, expected: ${type.apiVersion}`;
    return refusePatch('badRequest', `Incorrect version specified in apply patch. ${given}`);
  }
  if ((managedFieldsOf(config) ?? null) !== null)
    return refusePatch('badRequest', 'metadata.managedFields must be nil');
  return checkKind(type, config);
}

function checkKind(type: ManagedType, config: JsonObject): PatchOutcome<JsonObject> {
  const kind = textOf(config, 'kind');
  const failure = `failed to create typed patch object (${printName(config)}): `;
  if (kind === '') return refusePatch('internal', `${failure}no corresponding type for ${groupVersionKindOf(config)}`);
  if (kind !== type.kind) {
    return refusePatch(
      'internal',
      `failed to merge config: expected objects of the same type, but got ${type.kind} and ${kind}`,
    );
  }
  const faults = checkConfig(type, config);
  if (faults.length === 0) return acceptPatch(config);
  const printed =
    faults.length === 1 ? faults.join('') : ['errors:', ...faults.map((fault) => `  ${fault}`)].join('\n');
  return refusePatch('internal', failure + printed);
}

/** An object as the messages of apply name it. */
export function printName(object: JsonObject): string {
  const metadata = metadataOf(object);
  return `${textOf(metadata, 'namespace')}/${textOf(metadata, 'name')}; ${groupVersionKindOf(object)}`;
}

function textOf(object: JsonObject, key: string): string {
  const value = valueOf(object, key);
  return typeof value === 'string' ? value : '';
}

function wrongType(value: unknown): string {
  const type = isList(value) ? 'array' : goTypeName(value).replace(/^(int|float)64$/, 'number');
  return `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
}
