/** The documents of OpenAPI of what is built in, each made when it is first asked for, and then for all who ask. */
import type { Release, Resource, Scheme } from '@keelson/schema';

import type { Page } from '../pages/page.ts';
import { tag, type Tagged } from '../pages/tagged.ts';
import { pagePaths } from './discovery-paths.ts';
import type { JoinedKinds } from './remote/join-kinds.ts';
import type { RemoteSource } from './remote/merge-v2.ts';
import { writeDocuments, type DocumentsRecipe, type WrittenDocuments } from './write-documents.ts';

/** Each rejects as writing does. The next call tries again. */
export interface BuiltInDocuments {
  /** In three pieces: up to the end of the paths, to the end of the definitions, and the rest. The last is kept. */
  readonly v2Json: (joined: readonly JoinedKinds[]) => Promise<readonly Buffer[]>;
  /** The last is kept. */
  readonly v2Protobuf: (joined: readonly JoinedKinds[]) => Promise<Buffer>;
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
  /** The release whose fields are shown; all fields when absent. */
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
  type Source = Pick<DocumentsRecipe, 'remote' | 'joined'>;
  const write = (what: DocumentsRecipe['what'], source: Source = {}): Promise<WrittenDocuments> => {
    const shared = { resources, pages: pagePaths(pages), version, showsEnums, release };
    const recipe: DocumentsRecipe = { what, ...shared, ...source };
    return writeElsewhere?.(recipe) ?? Promise.resolve(writeDocuments(scheme, recipe));
  };
  return {
    v2Json: lastOf(async (joined) => (await write('v2 json', { joined })).map(([, bytes]) => bufferOver(bytes))),
    v2Protobuf: lastOf(async (joined) =>
      Buffer.concat((await write('v2 protobuf', { joined })).map(([, bytes]) => bytes)),
    ),
    v3: once(async () => new Map((await write('v3')).map(([name, bytes]) => [name, tag(bufferOver(bytes))]))),
    remoteV2: (remote) => write('v2 remote', { remote }),
  };
}

/** Keeps the last result, for kinds that are the same. */
function lastOf<T>(make: (joined: readonly JoinedKinds[]) => Promise<T>) {
  let last: { readonly key: string; readonly read: () => Promise<T> } | undefined;
  return (joined: readonly JoinedKinds[]): Promise<T> => {
    const key = JSON.stringify(joined);
    if (last?.key !== key) last = { key, read: once(() => make(joined)) };
    return last.read();
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
