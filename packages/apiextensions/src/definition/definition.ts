/**
 * A definition as it is read out of its stored bytes. It is parsed anew each time it is needed and not kept: a decoded
 * schema takes ten times the room of its bytes, and most definitions are used rarely.
 */
import type { CustomResourceDefinition } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import { parseJson } from '@keelson/schema';

export type Definition = CustomResourceDefinition;
export type DefinitionVersion = NonNullable<Definition['spec']['versions']>[number];
export type DefinitionNames = Definition['spec']['names'];

/** A stored definition, of which nothing is decoded yet. */
export type CachedDefinition = CachedObject<unknown>;

/** Stored bytes are canonical, which is all that decoding would make of them. */
export function readDefinition({ version }: Pick<CachedDefinition, 'version'>): Definition {
  const parsed = parseJson(version.value.toString('utf8'), { maxDepth: Infinity });
  if (!parsed.ok) throw new Error(`${version.key} is not JSON: ${parsed.message}`);
  return parsed.value as Definition;
}

/** In declared order, the stored one included. */
export function versionsOf({ spec }: Definition): readonly DefinitionVersion[] {
  return spec.versions ?? [];
}
