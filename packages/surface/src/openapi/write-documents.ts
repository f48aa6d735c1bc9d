/**
 * The documents of OpenAPI as bytes, out of a recipe that is data: to write them takes a
 * quarter of a second, so that they are written on another thread where there is one.
 */
import { fieldsAfter, valuesAfter } from '@keelson/api';
import type { Release, Resource, Scheme } from '@keelson/schema';

import type { ResourceName } from '../represent/recipe.ts';
import { apiPaths } from './api-paths.ts';
import { v2FragmentOf, type V2Fragment } from './custom/v2-fragment.ts';
import { writeVersion } from './custom/v3-document.ts';
import { definitionKinds } from './definition-kinds.ts';
import { encodeGnostic } from './gnostic/encode-gnostic.ts';
import type { PathItem } from './operation.ts';
import { withJoinedKinds, type JoinedKinds } from './remote/join-kinds.ts';
import { mergeV2, piecesOfMerged, type RemoteSource } from './remote/merge-v2.ts';
import { writeV2, type DocumentV2 } from './write-v2.ts';
import { writeV3 } from './write-v3.ts';

export interface DocumentsRecipe {
  /** A fragment is what one custom resource adds to v2, a section the document of v3 of a version of a custom group. */
  readonly what: 'v2 json' | 'v2 protobuf' | 'v3' | 'v2 fragment' | 'v3 section' | 'v2 remote';
  readonly resources: readonly ResourceName[];
  /** The paths of pages beside the API. */
  readonly pages: readonly PathItem[];
  readonly version: string;
  /** False: the values of enumerations of built-in kinds are left out. Default: true. */
  readonly showsEnums?: boolean | undefined;
  /** Fields and values of built-in kinds that came later are left out. */
  readonly release?: Release | undefined;
  /** The document of another server, of which a fragment of the built-in one is made. */
  readonly remote?: RemoteSource | undefined;
  /** Of v2: kinds of other servers that built-in definitions stand for too. */
  readonly joined?: readonly JoinedKinds[] | undefined;
}

/** By the names of the index, in its order; the document of v2 comes in pieces, and in protobuf in one without a name. */
export type WrittenDocuments = readonly (readonly [name: string, bytes: Uint8Array])[];

export function writeDocuments(scheme: Scheme, recipe: DocumentsRecipe): WrittenDocuments {
  const { what, pages, version } = recipe;
  const resources = recipe.resources.map((name) => find(scheme, name));
  const [first] = resources;
  if (what === 'v2 fragment') return first === undefined ? [] : piecesOf(v2FragmentOf(first, scheme.domain));
  if (what === 'v3 section') return [['', writeVersion(resources, scheme.domain, version)]];
  const paths = apiPaths({ resources, pages, domain: scheme.domain });
  const { showsEnums = true, release, joined = [] } = recipe;
  const hidesField = release && fieldsAfter(release);
  const hiddenValues = release && valuesAfter(release);
  const kindsOf = definitionKinds(scheme, resources);
  const source = { paths, version, showsEnums, hidesField, hiddenValues, kindsOf };
  switch (what) {
    case 'v2 json':
      return v2Pieces(withJoinedKinds(writeV2(source), joined));
    case 'v2 protobuf':
      return [['', encodeGnostic(withJoinedKinds(writeV2(source), joined))]];
    case 'v2 remote':
      return recipe.remote === undefined ? [] : piecesOfMerged(mergeV2(recipe.remote, writeV2(source).definitions));
    case 'v3':
      return [...writeV3(source)].map(([name, text]) => [name, Buffer.from(text)]);
  }
}

function piecesOf({ paths, definitions, gnostic }: V2Fragment): WrittenDocuments {
  return [
    ['paths', paths],
    ['definitions', definitions],
    ['gnostic', gnostic],
  ];
}

/** Cut where paths and definitions end, so that those of custom resources go between. */
function v2Pieces({ swagger, info, paths, definitions, ...rest }: DocumentV2): WrittenDocuments {
  const [start, end] = [JSON.stringify({ swagger, info }).slice(0, -1), JSON.stringify(rest).slice(1)];
  return [
    ['paths', Buffer.from(`${start},"paths":${JSON.stringify(paths).slice(0, -1)}`)],
    ['definitions', Buffer.from(`},"definitions":${JSON.stringify(definitions).slice(0, -1)}`)],
    ['rest', Buffer.from(`},${end}`)],
  ];
}

function find(scheme: Scheme, { group, version, plural }: ResourceName): Resource {
  const found = scheme.resource(group, version, plural);
  if (found === undefined) throw new Error(`${plural} of ${group}/${version} is not declared`);
  return found;
}
