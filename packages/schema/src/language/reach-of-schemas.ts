/** Tells whether a schema, or any part of it, has a property. Decided once per node, so that the rest is never walked. */
import { itemSchema, valueSchema } from './part-schema.ts';
import type { StructuralSchema } from './structural-schema.ts';

type Test = (schema: StructuralSchema) => boolean;

/** Deeper schemas are taken to have the property: their values are walked, which costs time and changes nothing. */
const maxDepth = 500;

/** The result remembers what it decided of each node. */
export function compileReach(test: Test): Test {
  const known = new WeakMap<StructuralSchema, boolean>();

  function reaches(schema: StructuralSchema, depth: number): boolean {
    if (test(schema)) return true;
    const { properties, items, additionalProperties } = schema;
    // Most nodes are leaves: what they are is seen, not kept.
    if (properties === undefined && items === undefined && additionalProperties === undefined) return false;
    let answer = known.get(schema);
    if (answer === undefined) known.set(schema, (answer = depth >= maxDepth || partsReach(schema, depth + 1)));
    return answer;
  }

  function partsReach(schema: StructuralSchema, depth: number): boolean {
    const { properties } = schema;
    for (const key in properties) {
      const part = properties[key];
      if (part !== undefined && reaches(part, depth)) return true;
    }
    return [itemSchema(schema), valueSchema(schema)].some((part) => part !== undefined && reaches(part, depth));
  }

  return (schema) => reaches(schema, 0);
}
