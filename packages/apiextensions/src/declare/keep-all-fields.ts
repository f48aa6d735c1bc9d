/**
 * The schema of a definition with `preserveUnknownFields`, as those of `v1beta1` have by default: it says which values are
 * valid, and nothing is dropped, however deep. The mark in a schema says so of the fields of one value alone.
 */
import type { StructuralSchema } from '@keelson/schema';

export function keepAllFields(schema: StructuralSchema): StructuralSchema {
  const { type = 'object', properties, items, additionalProperties } = schema;
  return {
    ...schema,
    ...((type === 'object' || type === 'array') && { 'x-kubernetes-preserve-unknown-fields': true }),
    ...(properties && { properties: keepInEach(properties) }),
    ...(items && { items: keepAllFields(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: keepAllFields(additionalProperties) }),
  };
}

function keepInEach(properties: Readonly<Record<string, StructuralSchema>>): Record<string, StructuralSchema> {
  const kept = Object.entries(properties).map(([name, schema]) => [name, keepAllFields(schema)] as const);
  // Any name is one of a field, `__proto__` too.
  return Object.fromEntries(kept);
}
