/**
 * Reads exported descriptions of an API into what the laws compare: the fields of each version of each kind. Takes an
 * OpenAPI document (version 2 or 3), a CustomResourceDefinition, or a list of these.
 */

export interface FieldDescription {
  readonly type: string;
  /** As JSON; undefined where there is none. */
  readonly default: string | undefined;
  readonly values: readonly string[];
}

export interface VersionDescription {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** By their paths, with `[]` behind lists and `{}` behind maps. */
  readonly fields: ReadonlyMap<string, FieldDescription>;
  readonly isDeprecated: boolean;
  /** Undefined where the description does not tell. */
  readonly isStored: boolean | undefined;
  /** Objects may still be stored in it. */
  readonly wasStored: boolean;
}

/** By group, kind and version. */
export type ApiDescription = ReadonlyMap<string, VersionDescription>;

export type ReadDescription =
  { readonly ok: true; readonly description: ApiDescription } | { readonly ok: false; readonly message: string };

type Json = Readonly<Record<string, unknown>>;

export function keyOf({ group, kind, version }: Pick<VersionDescription, 'group' | 'kind' | 'version'>): string {
  return `${group} ${kind} ${version}`;
}

export function readDescription(document: unknown): ReadDescription {
  if (!isObject(document)) return { ok: false, message: 'it is no JSON object' };
  const versions = versionsOf(document);
  if (versions === undefined) {
    return {
      ok: false,
      message: 'it is neither an OpenAPI document nor a CustomResourceDefinition, nor a list of these',
    };
  }
  return { ok: true, description: new Map(versions.map((each) => [keyOf(each), each])) };
}

function versionsOf(document: Json): VersionDescription[] | undefined {
  if (document['kind'] === 'CustomResourceDefinition') return versionsOfDefinition(document);
  const { items } = document;
  if (Array.isArray(items)) {
    const read = items.map((item) => (isObject(item) ? versionsOf(item) : undefined));
    return read.every((each) => each !== undefined) ? read.flat() : undefined;
  }
  const schemas = objectAt(document, 'definitions') ?? objectAt(objectAt(document, 'components'), 'schemas');
  return schemas === undefined ? undefined : versionsOfSchemas(schemas);
}

function versionsOfDefinition(definition: Json): VersionDescription[] {
  const spec = objectAt(definition, 'spec') ?? {};
  const kind = textAt(objectAt(spec, 'names'), 'kind');
  const stored = objectAt(definition, 'status')?.['storedVersions'];
  const versions = Array.isArray(spec['versions']) ? spec['versions'].filter(isObject) : [];
  return versions
    .filter(({ served }) => served !== false)
    .map((version) => {
      const name = textAt(version, 'name');
      return {
        group: textAt(spec, 'group'),
        version: name,
        kind,
        fields: fieldsOf(objectAt(objectAt(version, 'schema'), 'openAPIV3Schema') ?? {}, {}),
        isDeprecated: version['deprecated'] === true,
        isStored: version['storage'] === true,
        wasStored: Array.isArray(stored) ? stored.includes(name) : version['storage'] === true,
      };
    });
}

const kindsKey = 'x-kubernetes-group-version-kind';

function versionsOfSchemas(schemas: Json): VersionDescription[] {
  return Object.values(schemas)
    .filter(isObject)
    .flatMap((schema) => {
      const kinds = Array.isArray(schema[kindsKey]) ? schema[kindsKey].filter(isObject) : [];
      // Messages of many groups at once that are no objects, such as the options of a delete, are not kinds of the API.
      const isObjects = objectAt(objectAt(schema, 'properties'), 'metadata') !== undefined;
      if (kinds.length === 0 || (kinds.length > 1 && !isObjects)) return [];
      const fields = fieldsOf(schema, schemas);
      const isDeprecated = schema['deprecated'] === true;
      return kinds.map((gvk) => {
        const names = { group: textAt(gvk, 'group'), version: textAt(gvk, 'version'), kind: textAt(gvk, 'kind') };
        return { ...names, fields, isDeprecated, isStored: undefined, wasStored: false };
      });
    });
}

interface Walk {
  readonly schemas: Json;
  readonly fields: Map<string, FieldDescription>;
  /** The references that led here: what contains itself is described once. */
  readonly within: readonly string[];
}

function fieldsOf(schema: Json, schemas: Json): ReadonlyMap<string, FieldDescription> {
  const fields = new Map<string, FieldDescription>();
  collect(schema, '', { schemas, fields, within: [] });
  return fields;
}

function collect(schema: Json, path: string, walk: Walk): void {
  const { resolved, within } = resolve(schema, walk);
  if (resolved === undefined) return;
  const inner = { ...walk, within };
  if (path !== '') walk.fields.set(path, describe(schema, resolved));
  for (const [name, property] of Object.entries(objectAt(resolved, 'properties') ?? {})) {
    if (isObject(property)) collect(property, path === '' ? name : `${path}.${name}`, inner);
  }
  const items = objectAt(resolved, 'items');
  if (items !== undefined) collect(items, `${path}[]`, inner);
  const values = objectAt(resolved, 'additionalProperties');
  if (values !== undefined) collect(values, `${path}{}`, inner);
}

function resolve(schema: Json, { schemas, within }: Walk): { resolved: Json | undefined; within: readonly string[] } {
  const all = schema['allOf'];
  const target: unknown = Array.isArray(all) && all.length === 1 ? all[0] : schema;
  const reference = isObject(target) ? target['$ref'] : undefined;
  if (typeof reference !== 'string') return { resolved: schema, within };
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  if (within.includes(name)) return { resolved: undefined, within };
  return { resolved: objectAt(schemas, name) ?? {}, within: [...within, name] };
}

function describe(schema: Json, resolved: Json): FieldDescription {
  const format = resolved['format'];
  const type = `${textAt(resolved, 'type') || 'any'}${typeof format === 'string' ? `(${format})` : ''}`;
  const given = schema['default'] ?? resolved['default'];
  const { enum: values } = resolved;
  return {
    type: resolved['x-kubernetes-int-or-string'] === true ? 'int-or-string' : type,
    default: given === undefined ? undefined : JSON.stringify(given),
    values: Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : [],
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectAt(json: Json | undefined, key: string): Json | undefined {
  const value = json !== undefined && Object.hasOwn(json, key) ? json[key] : undefined;
  return isObject(value) ? value : undefined;
}

function textAt(json: Json | undefined, key: string): string {
  const value = json?.[key];
  return typeof value === 'string' ? value : '';
}
