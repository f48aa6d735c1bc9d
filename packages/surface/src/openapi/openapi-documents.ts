/** The documents of OpenAPI as bytes, each made when it is first asked for. */
import type { Resource, Scheme } from '@keelson/schema';

import type { Page } from '../documents/page.ts';
import { tag } from '../documents/tagged.ts';
import type { Tagged } from '../documents/tagged.ts';
import { apiPaths } from './api-paths.ts';
import { definitionKinds } from './definition-kinds.ts';
import { encodeGnostic } from './gnostic/encode-gnostic.ts';
import { writeV2 } from './write-v2.ts';
import { writeV3 } from './write-v3.ts';

export interface OpenapiDocuments {
  readonly v2: (form: 'json' | 'protobuf') => Tagged;
  /** By the names of the index, in its order. */
  readonly v3: () => ReadonlyMap<string, Tagged>;
}

export interface OpenapiOptions {
  readonly scheme: Scheme;
  readonly resources: readonly Resource[];
  readonly pages: readonly Page[];
  readonly version: string;
}

export function openapiDocuments({ scheme, resources, pages, version }: OpenapiOptions): OpenapiDocuments {
  const source = once(() => ({
    paths: apiPaths({ resources, pages, domain: scheme.domain }),
    version,
    kindsOf: definitionKinds(scheme, resources),
  }));
  // Not kept: whoever asks for one of the two forms seldom asks for the other.
  const makeV2 = () => writeV2(source());
  const json = once(() => tag(Buffer.from(JSON.stringify(makeV2()))));
  const protobuf = once(() => tag(Buffer.from(encodeGnostic(makeV2()))));
  return {
    v2: (form) => (form === 'json' ? json() : protobuf()),
    v3: once(() => new Map([...writeV3(source())].map(([name, text]) => [name, tag(Buffer.from(text))]))),
  };
}

function once<T>(make: () => T): () => T {
  let known: { readonly made: T } | undefined;
  return () => (known ??= { made: make() }).made;
}
