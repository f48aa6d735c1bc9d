/** The documents of OpenAPI of what is built in, each made when it is first asked for, and then for all who ask. */
import type { Release, Resource, Scheme } from '@keelson/schema';

import type { Page } from '../pages/page.ts';
import { tag, type Tagged } from '../pages/tagged.ts';
import { pagePaths } from './discovery-paths.ts';
import type { RemoteSource } from './remote/merge-v2.ts';
import { writeDocuments, type DocumentsRecipe, type WrittenDocuments } from './write-documents.ts';

/** Each rejects as writing does. The next call tries again. */
export interface BuiltInDocuments {
  /** In three pieces: up to the end of the paths, to the end of the definitions, and the rest. */
  readonly v2Json: () => Promise<readonly Buffer[]>;
  readonly v2Protobuf: () => Promise<Buffer>;
  /** By the names of the index, in its order. */
  readonly v3: () => Promise<ReadonlyMap<string, Tagged>>;
  /** A fragment of the document of another server. */
  readonly remoteV2: (source: RemoteSource) => Promise<WrittenDocuments>;
}

export interface BuiltInOptions {
  readonly scheme: Scheme;
  readonly resources: readonly Resource[];
  readonly pages: readonly Page[];
  readonly version: string;
  /** Default: true. */
  readonly showsEnums?: boolean | undefined;
  /** Whose fields are shown. All are, without it. */
  readonly release?: Release | undefined;
  /** Writes the documents on another thread; without it they are written on this one. */
  readonly writeElsewhere?: WriteElsewhere | undefined;
}

/** `undefined` for what the other thread does not have: a custom resource whose definition has just changed. */
export type WriteElsewhere = (recipe: DocumentsRecipe) => Promise<WrittenDocuments> | undefined;

export function builtInDocuments(options: BuiltInOptions): BuiltInDocuments {
  const { scheme, pages, version } = options;
  const { writeElsewhere, showsEnums = true, release } = options;
  const resources = options.resources.map(({ group, version: own, plural }) => ({ group, version: own, plural }));
  const write = (what: DocumentsRecipe['what'], remote?: RemoteSource): Promise<WrittenDocuments> => {
    const recipe: DocumentsRecipe = { what, resources, pages: pagePaths(pages), version, showsEnums, release, remote };
    return writeElsewhere?.(recipe) ?? Promise.resolve(writeDocuments(scheme, recipe));
  };
  return {
    v2Json: once(async () => (await write('v2 json')).map(([, bytes]) => bufferOver(bytes))),
    v2Protobuf: once(async () => Buffer.concat((await write('v2 protobuf')).map(([, bytes]) => bytes))),
    v3: once(async () => new Map((await write('v3')).map(([name, bytes]) => [name, tag(bufferOver(bytes))]))),
    remoteV2: (source) => write('v2 remote', source),
  };
}

/** Keeps the result of the first call, but not a failure. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made !== undefined) return made;
    made = make();
    made.catch(() => (made = undefined));
    return made;
  };
}

export function bufferOver({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
