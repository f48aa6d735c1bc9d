/** Reads the fields of a schema, with all that it refers to. */
import type { FieldDescription } from './api-description.ts';
import { isObject, objectAt, objectsAt, textAt, textsAt, type Json } from './json-object.ts';

interface Walk {
  readonly schemas: Json;
  readonly fields: Map<string, FieldDescription>;
  /** The references that led here: a schema that contains itself is described once. */
  readonly within: readonly string[];
}

/** `schemas` are those that references name. */
export function fieldsOf(schema: Json, schemas: Json): ReadonlyMap<string, FieldDescription> {
  const fields = new Map<string, FieldDescription>();
  collect(schema, { path: '', isRequired: false }, { schemas, fields, within: [] });
  return fields;
}

interface Place {
  readonly path: string;
  readonly isRequired: boolean;
}

function collect(schema: Json, place: Place, walk: Walk): void {
  const { resolved, within } = resolve(schema, walk);
  if (resolved === undefined) return;
  const inner = { ...walk, within };
  const { path } = place;
  walk.fields.set(path, describe(schema, resolved, place.isRequired));
  const required = new Set(textsAt(resolved, 'required'));
  for (const [name, property] of Object.entries(objectAt(resolved, 'properties') ?? {})) {
    if (!isObject(property)) continue;
    collect(property, { path: path === '' ? name : `${path}.${name}`, isRequired: required.has(name) }, inner);
  }
  const items = objectAt(resolved, 'items');
  if (items !== undefined) collect(items, { path: `${path}[]`, isRequired: false }, inner);
  const values = objectAt(resolved, 'additionalProperties');
  if (values !== undefined) collect(values, { path: `${path}{}`, isRequired: false }, inner);
}

function resolve(schema: Json, { schemas, within }: Walk): { resolved: Json | undefined; within: readonly string[] } {
  const all = objectsAt(schema, 'allOf');
  const reference = textAt(all.length === 1 ? all[0] : schema, '$ref');
  if (reference === '') return { resolved: schema, within };
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  if (within.includes(name)) return { resolved: undefined, within };
  return { resolved: objectAt(schemas, name) ?? {}, within: [...within, name] };
}

const preserves = 'x-kubernetes-preserve-unknown-fields';

function describe(schema: Json, resolved: Json, isRequired: boolean): FieldDescription {
  const given = schema['default'] ?? resolved['default'];
  const { enum: values } = resolved;
  return {
    type: typeOf(resolved),
    default: given === undefined ? undefined : JSON.stringify(given),
    values: Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : [],
    isRequired,
    takesNull: resolved['nullable'] === true,
    keepsUnknown: resolved[preserves] === true || resolved['additionalProperties'] === true,
    limits: limitsOf(resolved),
    rules: rulesOf(resolved),
  };
}

function typeOf(schema: Json): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'int-or-string';
  const format = textAt(schema, 'format');
  return `${textAt(schema, 'type') || 'any'}${format === '' ? '' : `(${format})`}`;
}

/** Limits that begin with `max` narrow as they fall, the others as they rise. */
const limitNames = 'maximum maxLength maxItems maxProperties minimum minLength minItems minProperties'.split(' ');

function limitsOf(schema: Json): ReadonlyMap<string, number> {
  return new Map(
    limitNames.flatMap((name) => {
      const limit = schema[name];
      return typeof limit === 'number' ? [[name, limit] as const] : [];
    }),
  );
}

function rulesOf(schema: Json): readonly string[] {
  const pattern = textAt(schema, 'pattern');
  const expressions = objectsAt(schema, 'x-kubernetes-validations').map((rule) => textAt(rule, 'rule'));
  return [...(pattern === '' ? [] : [`pattern ${pattern}`]), ...expressions];
}
