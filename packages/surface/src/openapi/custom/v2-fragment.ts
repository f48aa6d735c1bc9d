/**
 * What one custom resource adds to the document of OpenAPI v2, in both of its forms, made once for its declaration: a
 * definition that comes, goes or changes costs its own part of the document and no other. Large schemas take
 * milliseconds for each step, so that every step is a call of its own, for callers to give way in between.
 */
import { definitionsOf, openapiV2, stringifyJson } from '@keelson/schema';
import type { Definitions, Message, Resource } from '@keelson/schema';

import { encodeGnosticPart } from '../gnostic/encode-gnostic.ts';
import { messagesOf, type PathItem } from '../operation.ts';
import { resourcePaths } from '../resource-paths.ts';
import { pathItemV2, type PathItemV2 } from '../write-v2.ts';
import { customKinds } from './custom-kinds.ts';

/** Each is made when it is first asked for. */
export interface V2Fragment {
  /** Members of JSON objects, separated by commas. */
  readonly paths: () => Buffer;
  readonly definitions: () => Buffer;
  /** Messages that, put behind the document, add to it. */
  readonly gnosticPaths: () => Uint8Array;
  readonly gnosticDefinitions: () => Uint8Array;
}

const fragments = new WeakMap<Resource, V2Fragment>();

export function v2FragmentOf(resource: Resource, domain: string): V2Fragment {
  let fragment = fragments.get(resource);
  if (fragment === undefined) fragments.set(resource, (fragment = makeFragment(resource, domain)));
  return fragment;
}

function makeFragment(resource: Resource, domain: string): V2Fragment {
  // Not kept: they are larger than the bytes that are made of them.
  const items = () => resourcePaths(resource, domain);
  const definitions = () => ownDefinitions(resource, items());
  return {
    paths: remember(() => pathMembersOf(items())),
    definitions: remember(() => membersOf(definitions())),
    gnosticPaths: remember(() => gnosticPathsOf(items())),
    gnosticDefinitions: remember(() => encodeGnosticPart({ paths: {}, definitions: definitions() })),
  };
}

function remember<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Of paths alone, such as those of discovery. */
export function pathMembersOf(items: readonly PathItem[]): Buffer {
  return membersOf(pathsOf(items));
}

export function gnosticPathsOf(items: readonly PathItem[]): Uint8Array {
  return encodeGnosticPart({ paths: pathsOf(items), definitions: {} });
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
