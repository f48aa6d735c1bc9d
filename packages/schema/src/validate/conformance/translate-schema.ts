/** Makes JSON schema out of the OpenAPI dialect of custom resources. Defaults and extensions are left out. */
import type { StructuralSchema } from '../../language/structural-schema.ts';

type Words = Record<string, unknown>;

const sameWords = [
  'format',
  'pattern',
  'uniqueItems',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'required',
] as const satisfies readonly (keyof StructuralSchema)[];

/** Null is seen by the type and the enumeration alone, as in kube-apiserver. */
export function translateSchema(schema: StructuralSchema): Words {
  const made = translateRules(schema);
  const { type, enum: values } = made;
  const isNullAllowed = type === undefined || schema.nullable === true;
  const ofNull = values === undefined ? {} : { enum: values };
  return isNullAllowed ? { if: { type: 'null' }, then: ofNull, else: made } : made;
}

function translateRules(schema: StructuralSchema): Words {
  const made: Words = {};
  for (const word of sameWords) if (schema[word] !== undefined) made[word] = schema[word];
  translateType(schema, made);
  translateBounds(schema, made);
  translateParts(schema, made);
  return made;
}

function translateType(schema: StructuralSchema, made: Words): void {
  const { type, nullable, enum: values } = schema;
  const types =
    schema['x-kubernetes-int-or-string'] === true ? ['integer', 'string'] : type === undefined ? [] : [type];
  if (types.length > 0) made['type'] = nullable === true ? [...types, 'null'] : types;
  if (values !== undefined && values.length > 0) made['enum'] = nullable === true ? [...values, null] : values;
}

/** Exclusive bounds are booleans beside the bound in this dialect, numbers of their own in JSON schema. */
function translateBounds(schema: StructuralSchema, made: Words): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum !== undefined) made[exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum'] = minimum;
  if (maximum !== undefined) made[exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum'] = maximum;
}

function translateParts(schema: StructuralSchema, made: Words): void {
  const { properties, additionalProperties: others, items, not } = schema;
  if (properties !== undefined) {
    const translated = Object.create(null) as Words;
    for (const [key, part] of Object.entries(properties)) translated[key] = translateSchema(part);
    made['properties'] = translated;
  }
  if (others !== undefined)
    made['additionalProperties'] = typeof others === 'boolean' ? others : translateSchema(others);
  if (items !== undefined) made['items'] = translateSchema(items);
  if (not !== undefined) made['not'] = translateSchema(not);
  for (const word of ['allOf', 'anyOf', 'oneOf'] as const) {
    const branches = schema[word];
    if (branches !== undefined && branches.length > 0) made[word] = branches.map(translateSchema);
  }
}
