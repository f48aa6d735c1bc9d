/**
 * The documents of OpenAPI as bytes, out of a recipe that is data: to write them takes a
 * quarter of a second, so that they are written on another thread where there is one.
 */
import { stringifyJson, type Resource, type Scheme } from '@keelson/schema';

import type { ResourceName } from '../represent/recipe.ts';
import { apiPaths } from './api-paths.ts';
import { definitionKinds } from './definition-kinds.ts';
import { encodeGnostic } from './gnostic/encode-gnostic.ts';
import type { PathItem } from './operation.ts';
import { writeV2 } from './write-v2.ts';
import { writeV3 } from './write-v3.ts';

export interface DocumentsRecipe {
  readonly what: 'v2 json' | 'v2 protobuf' | 'v3';
  readonly resources: readonly ResourceName[];
  /** The paths of pages beside the API. */
  readonly pages: readonly PathItem[];
  readonly version: string;
}

/** By the names of the index, in its order; the document of v2 has no name. */
export type WrittenDocuments = readonly (readonly [name: string, bytes: Uint8Array])[];

export function writeDocuments(scheme: Scheme, recipe: DocumentsRecipe): WrittenDocuments {
  const { what, pages, version } = recipe;
  const resources = recipe.resources.map((name) => find(scheme, name));
  const paths = apiPaths({ resources, pages, domain: scheme.domain });
  const source = { paths, version, kindsOf: definitionKinds(scheme, resources) };
  switch (what) {
    case 'v2 json':
      return [['', Buffer.from(stringifyJson(writeV2(source)))]];
    case 'v2 protobuf':
      return [['', encodeGnostic(writeV2(source))]];
    case 'v3':
      return [...writeV3(source)].map(([name, text]) => [name, Buffer.from(text)]);
  }
}

function find(scheme: Scheme, { group, version, plural }: ResourceName): Resource {
  const found = scheme.resource(group, version, plural);
  if (found === undefined) throw new Error(`${plural} of ${group}/${version} is not declared`);
  return found;
}
