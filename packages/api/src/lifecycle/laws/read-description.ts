/**
 * Reads exported descriptions of an API: an OpenAPI document (version 2 or 3), a CustomResourceDefinition, or a list of
 * these.
 */
import { isLater, type GroupVersionKind, type Release } from '@keelson/schema';

import { lifecycleOf } from '../lifecycle-of.ts';
import { keyOf, type ApiDescription, type VersionDescription } from './api-description.ts';
import { isObject, objectAt, objectsAt, textAt, type Json } from './json-object.ts';
import { versionsOfDefinition } from './read-definition.ts';
import { fieldsOf } from './read-fields.ts';

export type ReadDescription =
  { readonly ok: true; readonly description: ApiDescription } | { readonly ok: false; readonly message: string };

interface Read {
  readonly release?: Release;
  readonly versions: readonly VersionDescription[];
  readonly paths: readonly (readonly [string, ReadonlySet<string>])[];
}

export function readDescription(document: unknown): ReadDescription {
  if (!isObject(document)) return { ok: false, message: 'it is no JSON object' };
  const read = readDocument(document);
  if (read === undefined) {
    return {
      ok: false,
      message: 'it is neither an OpenAPI document nor a CustomResourceDefinition, nor a list of these',
    };
  }
  if (read.versions.length === 0) return { ok: false, message: 'it describes no version of a kind' };
  const decoded = new Set(read.versions.map(keyOf));
  const versions = new Map(read.versions.filter(({ isServed }) => isServed).map((each) => [keyOf(each), each]));
  const { release } = read;
  return { ok: true, description: { ...(release && { release }), versions, decoded, paths: new Map(read.paths) } };
}

function readDocument(document: Json): Read | undefined {
  if (document['kind'] === 'CustomResourceDefinition') return { versions: versionsOfDefinition(document), paths: [] };
  const { items } = document;
  if (Array.isArray(items)) {
    const read = items.map((item) => (isObject(item) ? readDocument(item) : undefined));
    if (!read.every((each) => each !== undefined)) return undefined;
    return { versions: read.flatMap(({ versions }) => versions), paths: read.flatMap(({ paths }) => paths) };
  }
  const schemas = objectAt(document, 'definitions') ?? objectAt(objectAt(document, 'components'), 'schemas');
  if (schemas === undefined) return undefined;
  const release = releaseOf(objectAt(document, 'info'));
  return {
    ...(release && { release }),
    versions: versionsOfSchemas(schemas, release),
    paths: pathsOf(objectAt(document, 'paths') ?? {}),
  };
}

/** As servers of this API write it: `v1.24.0`. */
function releaseOf(info: Json | undefined): Release | undefined {
  const [, minor] = /^v1\.(\d{1,4})\./.exec(textAt(info, 'version')) ?? [];
  return minor === undefined ? undefined : `1.${Number(minor)}`;
}

const kindsKey = 'x-kubernetes-group-version-kind';

function versionsOfSchemas(schemas: Json, release: Release | undefined): VersionDescription[] {
  const described = Object.values(schemas).flatMap((schema) =>
    isObject(schema) ? versionsOfSchema(schema, schemas) : [],
  );
  const names = new Set(described.map(keyOf));
  return described
    .filter((each) => !isListOfAnother(each, names))
    .map((version) => {
      const { deprecated } = lifecycleOf(inCalendar(version)) ?? {};
      if (deprecated === undefined) return version;
      const isDeprecated = version.isDeprecated || (release !== undefined && !isLater(deprecated, release));
      return { ...version, isDeprecated, deprecatedIn: deprecated };
    });
}

function versionsOfSchema(schema: Json, schemas: Json): VersionDescription[] {
  const kinds = objectsAt(schema, kindsKey);
  // Messages that belong to many groups, such as DeleteOptions, are no kinds of the API.
  const isObjects = objectAt(objectAt(schema, 'properties'), 'metadata') !== undefined;
  if (kinds.length === 0 || (kinds.length > 1 && !isObjects)) return [];
  const fields = fieldsOf(schema, schemas);
  const isDeprecated = schema['deprecated'] === true;
  return kinds.map((gvk) => ({
    ...{ group: textAt(gvk, 'group'), version: textAt(gvk, 'version'), kind: textAt(gvk, 'kind') },
    ...{ fields, isServed: true, isDeprecated, isStored: undefined, wasStored: false, promises: new Set<string>() },
  }));
}

/** List kinds are left out: a change of a list is reported for its items. */
function isListOfAnother(version: VersionDescription, names: ReadonlySet<string>): boolean {
  const { kind, fields } = version;
  return (
    kind.endsWith('List') &&
    fields.has('items[]') &&
    names.has(keyOf({ ...version, kind: kind.slice(0, -'List'.length) }))
  );
}

/** Groups in the calendar have no domain. */
function inCalendar({ group, version, kind }: GroupVersionKind): GroupVersionKind {
  return { group: group.replace(/\bk8s\.io$/, '{domain}'), version, kind };
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function pathsOf(paths: Json): Read['paths'] {
  return Object.entries(paths).flatMap(([path, item]) => {
    if (!isObject(item)) return [];
    return [[path, new Set(methods.filter((method) => objectAt(item, method) !== undefined))] as const];
  });
}
