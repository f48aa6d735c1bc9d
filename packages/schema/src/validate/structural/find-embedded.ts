/** Finds the embedded resources in a value, for rules of metadata that are not known here. */
import { isEmbedded, itemSchema, propertySchema, valueSchema } from '../../language/part-schema.ts';
import { compileReach } from '../../language/reach-of-schemas.ts';
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { joinPath } from '../join-path.ts';

export interface EmbeddedResource {
  /** In the API's notation, with keys of maps in brackets. */
  readonly path: string;
  readonly object: Readonly<Record<string, unknown>>;
}

const hasEmbedded = compileReach(isEmbedded);

/** In the order of the value, outer ones first. A schema that has none costs one look-up. */
export function findEmbedded(schema: StructuralSchema, value: unknown): EmbeddedResource[] {
  const found: EmbeddedResource[] = [];
  find({ schema, value, path: '' }, found);
  return found;
}

interface Part {
  readonly schema: StructuralSchema | undefined;
  readonly value: unknown;
  readonly path: string;
}

function find({ schema, value, path }: Part, found: EmbeddedResource[]): void {
  if (schema === undefined || typeof value !== 'object' || value === null || !hasEmbedded(schema)) return;
  if (Array.isArray(value)) {
    const items = itemSchema(schema);
    for (const [index, item] of value.entries()) find({ schema: items, value: item, path: `${path}[${index}]` }, found);
    return;
  }
  const object = value as Readonly<Record<string, unknown>>;
  if (isEmbedded(schema)) found.push({ path, object });
  for (const key in object) {
    const property = propertySchema(schema, key);
    const below = joinPath(path, property === undefined ? `[${key}]` : key);
    find({ schema: property ?? valueSchema(schema), value: object[key], path: below }, found);
  }
}
