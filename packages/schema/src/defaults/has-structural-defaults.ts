/** Tells whether a schema, or any part of it, has defaults. Decided once per node, so that the rest is never walked. */
import type { StructuralSchema } from '../language/structural-schema.ts';
import { hasDefault, itemSchema, valueSchema } from '../language/part-schema.ts';

const known = new WeakMap<StructuralSchema, boolean>();

/** Deeper schemas are taken to have defaults: their values are walked, which costs time and changes nothing. */
const maxDepth = 500;

export function hasStructuralDefaults(schema: StructuralSchema): boolean {
  return hasWithin(schema, 0);
}

function hasWithin(schema: StructuralSchema, depth: number): boolean {
  if (hasDefault(schema)) return true;
  const { properties, items, additionalProperties } = schema;
  // Most nodes are leaves: what they are is seen, not kept.
  if (properties === undefined && items === undefined && additionalProperties === undefined) return false;
  let answer = known.get(schema);
  if (answer === undefined) known.set(schema, (answer = depth >= maxDepth || partsHave(schema, depth + 1)));
  return answer;
}

function partsHave(schema: StructuralSchema, depth: number): boolean {
  const { properties } = schema;
  for (const key in properties) {
    const part = properties[key];
    if (part !== undefined && hasWithin(part, depth)) return true;
  }
  return [itemSchema(schema), valueSchema(schema)].some((part) => part !== undefined && hasWithin(part, depth));
}
