/** The documents of OpenAPI, each made when it is first asked for, and then for all who ask. */
import type { Resource, Scheme } from '@keelson/schema';

import type { Page } from '../pages/page.ts';
import { tag } from '../pages/tagged.ts';
import type { Tagged } from '../pages/tagged.ts';
import { pagePaths } from './discovery-paths.ts';
import { writeDocuments, type DocumentsRecipe, type WrittenDocuments } from './write-documents.ts';

/** Rejects as writing does. The next call tries again. */
export interface OpenapiDocuments {
  readonly v2: (form: 'json' | 'protobuf') => Promise<Tagged>;
  /** By the names of the index, in its order. */
  readonly v3: () => Promise<ReadonlyMap<string, Tagged>>;
}

export interface OpenapiOptions {
  readonly scheme: Scheme;
  readonly resources: readonly Resource[];
  readonly pages: readonly Page[];
  readonly version: string;
  /** Writes the documents on another thread; without it they are written on this one. */
  readonly writeElsewhere?: WriteElsewhere | undefined;
}

export type WriteElsewhere = (recipe: DocumentsRecipe) => Promise<WrittenDocuments>;

export function openapiDocuments(options: OpenapiOptions): OpenapiDocuments {
  const { scheme, pages, version } = options;
  const { writeElsewhere = (recipe) => Promise.resolve(writeDocuments(scheme, recipe)) } = options;
  const resources = options.resources.map(({ group, version: own, plural }) => ({ group, version: own, plural }));
  const write = async (what: DocumentsRecipe['what']): Promise<ReadonlyMap<string, Tagged>> => {
    const written = await writeElsewhere({ what, resources, pages: pagePaths(pages), version });
    return new Map(written.map(([name, bytes]) => [name, tag(bufferOf(bytes))]));
  };
  const v2 = { json: once(() => write('v2 json')), protobuf: once(() => write('v2 protobuf')) };
  return {
    v2: async (form) => {
      const [document] = (await v2[form]()).values();
      if (document === undefined) throw new Error('nothing was written');
      return document;
    },
    v3: once(() => write('v3')),
  };
}

/** Keeps the result of the first call, but not a failure. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made !== undefined) return made;
    made = make();
    made.catch(() => (made = undefined));
    return made;
  };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
