/**
 * The part of one custom resource in the document of OpenAPI v2, in both of its forms, made once for its declaration: a
 * definition that comes, goes or changes costs its own part of the document and no other.
 */
import { definitionsOf, openapiV2, stringifyJson } from '@keelson/schema';
import type { Definitions, Message, Resource } from '@keelson/schema';

import { encodeGnosticPart } from '../gnostic/encode-gnostic.ts';
import { messagesOf, type PathItem } from '../operation.ts';
import { resourcePaths } from '../resource-paths.ts';
import { pathItemV2, type PathItemV2 } from '../write-v2.ts';
import { customKinds } from './custom-kinds.ts';

export interface V2Fragment {
  /** Members of JSON objects, separated by commas. */
  readonly paths: Buffer;
  readonly definitions: Buffer;
  /** A message that, put behind the document, adds to it. */
  readonly gnostic: Uint8Array;
}

const fragments = new WeakMap<Resource, V2Fragment>();

/** `makeElsewhere` makes it on another thread, if it can. */
export async function rememberFragment(
  resource: Resource,
  domain: string,
  makeElsewhere: (resource: Resource) => Promise<V2Fragment> | undefined,
): Promise<V2Fragment> {
  let fragment = fragments.get(resource);
  if (fragment === undefined) {
    fragment = (await makeElsewhere(resource)) ?? v2FragmentOf(resource, domain);
    fragments.set(resource, fragment);
  }
  return fragment;
}

export function v2FragmentOf(resource: Resource, domain: string): V2Fragment {
  const items = resourcePaths(resource, domain);
  const definitions = ownDefinitions(resource, items);
  return { ...pathsFragment(items), definitions: membersOf(definitions), gnostic: gnosticOf(items, definitions) };
}

/** Of paths alone, such as those of discovery. */
export function pathsFragment(items: readonly PathItem[]): Pick<V2Fragment, 'paths'> {
  return { paths: membersOf(pathsOf(items)) };
}

export function gnosticOf(items: readonly PathItem[], definitions: Definitions = {}): Uint8Array {
  return encodeGnosticPart({ paths: pathsOf(items), definitions });
}

function pathsOf(items: readonly PathItem[]): Record<string, PathItemV2> {
  return Object.fromEntries(items.map((item) => [item.path, pathItemV2(item)]));
}

/** The others, such as that of the metadata, are in the document already. */
function ownDefinitions(resource: Resource, items: readonly PathItem[]): Definitions {
  const own = new Set([resource.message, resource.list].flatMap((message: Message | undefined) => message?.name ?? []));
  const all = definitionsOf(messagesOf(items), openapiV2, { kindsOf: customKinds([resource]) });
  return Object.fromEntries(Object.entries(all).filter(([name]) => own.has(name)));
}

/** Schemas may hold numbers that JavaScript would write another way. */
function membersOf(object: object): Buffer {
  return Buffer.from(stringifyJson(object).slice(1, -1));
}
