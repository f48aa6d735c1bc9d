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

interface ReadDefinition {
  readonly version: CachedDefinition['version'];
  readonly definition: Definition;
}

/** Kept for a turn of the event loop, in which several readers come one after the other: a megabyte takes some 20 ms. */
let recent: ReadDefinition | undefined;

/** Stored bytes are canonical, which is all that decoding would make of them. Shared: must not be changed. */
export function readDefinition({ version }: Pick<CachedDefinition, 'version'>): Definition {
  if (recent?.version === version) return recent.definition;
  const parsed = parseJson(version.value.toString('utf8'), { maxDepth: Infinity });
  if (!parsed.ok) throw new Error(`${version.key} is not JSON: ${parsed.message}`);
  const read = { version, definition: parsed.value as Definition };
  if (recent === undefined) setImmediate(() => (recent = undefined));
  recent = read;
  return read.definition;
}

/** In declared order, the stored one included. */
export function versionsOf({ spec }: Definition): readonly DefinitionVersion[] {
  return spec.versions ?? [];
}
