/** The most runs of a rule on one object: the product of the sizes of the lists and maps around its value. */
import type { StructuralSchema } from '@keelson/schema';

/** `undefined` if a size is not bounded. */
export type Cardinality = number | undefined;

/** That of the parts of a list or map, whose own is `outer`. Properties of an object have the cardinality of it. */
export function cardinalityOfParts(schema: StructuralSchema, outer: Cardinality): Cardinality {
  const size = schema.type === 'array' ? schema.maxItems : schema.maxProperties;
  return outer === undefined || size === undefined ? undefined : outer * Math.max(0, Number(size));
}
