/** Tells whether a schema, or any part of it, has defaults. Decided once per node, so that the rest is never walked. */
import type { StructuralSchema } from '../language/structural-schema.ts';
import { hasDefault, itemSchema, valueSchema } from '../language/part-schema.ts';

const known = new WeakMap<StructuralSchema, boolean>();

export function hasStructuralDefaults(schema: StructuralSchema): boolean {
  return known.get(schema) ?? decide(schema);
}

interface Visited {
  readonly schema: StructuralSchema;
  /** The index of the schema that this one is a part of; below zero for the whole. */
  readonly parent: number;
}

/** Parts come after the whole, so answers are handed up from the end. It loops: schemas may be nested deeply. */
function decide(root: StructuralSchema): boolean {
  const visited: Visited[] = [{ schema: root, parent: -1 }];
  for (let parent = 0; parent < visited.length; parent += 1) {
    const { schema } = visited[parent] ?? { schema: root };
    if (known.has(schema)) continue;
    for (const part of partsOf(schema)) visited.push({ schema: part, parent });
  }
  for (const { schema, parent } of visited.toReversed()) {
    if (!known.has(schema)) known.set(schema, hasDefault(schema));
    const above = visited[parent]?.schema;
    if (above !== undefined && known.get(schema) === true) known.set(above, true);
  }
  return known.get(root) === true;
}

function partsOf(schema: StructuralSchema): StructuralSchema[] {
  const parts = Object.values(schema.properties ?? {});
  for (const part of [itemSchema(schema), valueSchema(schema)]) if (part !== undefined) parts.push(part);
  return parts;
}
