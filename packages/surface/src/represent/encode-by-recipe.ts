/** Executes a recipe: the same encodings, on a thread that has only data and declarations. */
import type { Encoding, ObjectVersion } from '@keelson/cache';
import { answerFormOf } from '@keelson/registry';
import type { Resource, Scheme } from '@keelson/schema';

import { auditedEncoding } from './audited-encoding.ts';
import type { ListContext } from './list-context.ts';
import { objectEncoding } from './object-encoding.ts';
import { protobufItemEncoding } from './protobuf-list.ts';
import type { Recipe, ResourceName, RecipeShape } from './recipe.ts';
import { rowEncoding, tableEncoding, wholeRowEncoding } from './row-encoding.ts';
import { yamlItemEncoding } from './yaml-list.ts';

export function encodeByRecipe(scheme: Scheme, recipe: Recipe, object: ObjectVersion): Uint8Array {
  const { shape, from, to, representation, includeObject } = recipe;
  const { metaVersion } = representation;
  const now = (): Date => new Date();
  const form = answerFormOf(scheme, find(scheme, from));
  const context = { scheme, form, wanted: find(scheme, to), representation, metaVersion, includeObject, now };
  return encodings[shape](context).encode(object);
}

const encodings: Readonly<Record<RecipeShape, (context: Omit<ListContext, 'derive' | 'joined'>) => Encoding>> = {
  whole: objectEncoding,
  item: protobufItemEncoding,
  yamlItem: yamlItemEncoding,
  row: rowEncoding,
  wholeRow: wholeRowEncoding,
  table: tableEncoding,
  audited: auditedEncoding,
};

function find(scheme: Scheme, { group, version, plural }: ResourceName): Resource {
  const found = scheme.resource(group, version, plural);
  if (found === undefined) throw new Error(`${plural} of ${group}/${version} is not declared`);
  return found;
}
