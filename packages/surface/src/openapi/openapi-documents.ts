/**
 * The documents of OpenAPI: those of what is built in, with what custom resources add. Definitions come and go, so that
 * nothing is written anew but what concerns them: see custom/v2-fragment.ts.
 */
import type { Resource } from '@keelson/schema';
import { giveWay, type Logger } from '@keelson/telemetry';

import { tag, tagAs, type Tagged } from '../pages/tagged.ts';
import type { ResourceName } from '../represent/recipe.ts';
import { bufferOver, once, type BuiltInDocuments, type WriteElsewhere } from './built-in-documents.ts';
import type { WrittenDocuments } from './write-documents.ts';
import { customSections, type CustomSection } from './custom/custom-groups.ts';
import { hashOf, originHash } from './custom/origin-hash.ts';
import { gnosticOf, pathsFragment, rememberFragment, type V2Fragment } from './custom/v2-fragment.ts';
import { writeSection } from './custom/v3-document.ts';
import { uniteKinds, type JoinedKinds } from './remote/join-kinds.ts';
import { remoteFragments, type RemoteFragment } from './remote/remote-fragments.ts';
import type { RemoteDocumentV2, RemoteDocumentV3 } from './remote/remote-openapi.ts';

/** Rejects as writing does. The next call tries again. */
export interface OpenapiDocuments {
  readonly v2: (form: 'json' | 'protobuf') => Promise<Tagged>;
  /** By the names of the index, in its order. */
  readonly v3: () => Promise<ReadonlyMap<string, DocumentV3>>;
}

export interface DocumentV3 {
  readonly hash: string;
  /** Writes it the first time. Undefined for one of another server that does not answer. */
  readonly read: () => Promise<Tagged | undefined>;
}

export interface RemoteDocuments {
  readonly v2: readonly RemoteDocumentV2[];
  readonly v3: readonly RemoteDocumentV3[];
}

export interface OpenapiOptions {
  readonly builtIn: () => BuiltInDocuments;
  /** Those of custom resources. */
  readonly custom: readonly Resource[];
  /** Those of other servers behind this one. */
  readonly remote?: RemoteDocuments | undefined;
  readonly logger: Pick<Logger, 'warn'>;
  readonly domain: string;
  /** The server's. */
  readonly version: string;
  /** Writes them on another thread; without it they are written on this one. */
  readonly writeElsewhere?: WriteElsewhere | undefined;
}

export function openapiDocuments(options: OpenapiOptions): OpenapiDocuments {
  const { builtIn, custom, domain, version } = options;
  const sections = customSections(custom, domain);
  const source: Source = { ...options, sections, hash: originHash(custom, version) };
  const v2 = { json: once(() => joinJson(source)), protobuf: once(() => joinProtobuf(source)) };
  return {
    v2: (form) => v2[form](),
    v3: once(async () => {
      const documents = new Map<string, DocumentV3>();
      for (const [name, tagged] of await builtIn().v3())
        documents.set(name, { hash: tagged.hash, read: () => Promise.resolve(tagged) });
      for (const section of sections) documents.set(section.name, documentOf(section, source));
      for (const remote of options.remote?.v3 ?? []) documents.set(remote.name, remoteDocument(remote));
      return new Map([...documents].sort(([a], [b]) => (a < b ? -1 : 1)));
    }),
  };
}

interface Source extends Omit<OpenapiOptions, 'custom'> {
  readonly sections: readonly CustomSection[];
  /** Of all custom resources. */
  readonly hash: string;
}

async function joinJson(source: Source): Promise<Tagged> {
  const { builtIn, sections, hash } = source;
  const remote = await remoteOf(source);
  const [paths = empty, definitions = empty, rest = empty] = await builtIn().v2Json(joinedBy(remote));
  if (sections.length === 0 && remote.length === 0) return tag(Buffer.concat([paths, definitions, rest]));
  const [morePaths, moreDefinitions]: [Buffer[], Buffer[]] = [[], []];
  for (const { item, resources } of sections) {
    morePaths.push(comma, pathsFragment([item]).paths);
    for (const resource of resources) {
      const fragment = await fragmentOf(source, resource);
      morePaths.push(comma, fragment.paths);
      moreDefinitions.push(comma, fragment.definitions);
      await giveWay();
    }
  }
  for (const fragment of remote) {
    if (fragment.paths.length > 0) morePaths.push(comma, bufferOver(fragment.paths));
    if (fragment.definitions.length > 0) moreDefinitions.push(comma, bufferOver(fragment.definitions));
  }
  const pieces = [paths, ...morePaths, definitions, ...moreDefinitions, rest];
  const hashes = remote.map((fragment) => fragment.hash);
  return tagAs(hashOf(['json', tag(paths).hash, tag(definitions).hash, hash, ...hashes]), Buffer.concat(pieces));
}

async function joinProtobuf(source: Source): Promise<Tagged> {
  const { builtIn, sections, hash } = source;
  const remote = await remoteOf(source);
  const own = await builtIn().v2Protobuf(joinedBy(remote));
  if (sections.length === 0 && remote.length === 0) return tag(own);
  const pieces: Uint8Array[] = [own];
  for (const { item, resources } of sections) {
    pieces.push(gnosticOf([item]));
    for (const resource of resources) {
      pieces.push((await fragmentOf(source, resource)).gnostic);
      await giveWay();
    }
  }
  pieces.push(...remote.map(({ gnostic }) => gnostic));
  const hashes = remote.map((fragment) => fragment.hash);
  return tagAs(hashOf(['protobuf', tag(own).hash, hash, ...hashes]), Buffer.concat(pieces));
}

async function remoteOf({ builtIn, sections, remote, hash, logger }: Source): Promise<readonly RemoteFragment[]> {
  if (remote === undefined || remote.v2.length === 0) return [];
  const documents = builtIn();
  const resources = sections.flatMap((section) => section.resources);
  return remoteFragments(remote.v2, {
    write: documents.remoteV2,
    names: resources.flatMap(({ message, list }) => [message.name, ...(list === undefined ? [] : [list.name])]),
    paths: sections.map(({ item }) => item.path),
    own: documents,
    hash,
    logger,
  });
}

function joinedBy(remote: readonly RemoteFragment[]): readonly JoinedKinds[] {
  return uniteKinds(remote.flatMap(({ joined }) => joined));
}

function remoteDocument({ hash, read }: RemoteDocumentV3): DocumentV3 {
  return {
    hash,
    read: async () => {
      const bytes = await read();
      return bytes && tagAs(hash, bytes);
    },
  };
}

const empty = Buffer.alloc(0);
const comma = Buffer.from(',');

function fragmentOf({ domain, version, writeElsewhere }: Source, resource: Resource): Promise<V2Fragment> {
  return rememberFragment(resource, domain, (missing) => {
    const recipe = { what: 'v2 fragment', resources: [nameOf(missing)], pages: [], version } as const;
    return writeElsewhere?.(recipe)?.then(fragmentOfPieces);
  });
}

function fragmentOfPieces(pieces: WrittenDocuments): V2Fragment {
  const [paths = empty, definitions = empty, gnostic = empty] = pieces.map(([, bytes]) => bufferOver(bytes));
  return { paths, definitions, gnostic };
}

function documentOf(section: CustomSection, { domain, version, writeElsewhere }: Source): DocumentV3 {
  const hash = hashOf([section.name, originHash(section.resources, version)]);
  const write = async (): Promise<Tagged> => {
    const resources = section.resources.map(nameOf);
    // A group has but its page.
    const writing =
      resources.length === 0 ? undefined : writeElsewhere?.({ what: 'v3 section', resources, pages: [], version });
    const [[, bytes] = []] = (await writing) ?? [];
    return tagAs(hash, bytes === undefined ? writeSection(section, domain, version) : bufferOver(bytes));
  };
  return { hash, read: once(write) };
}

function nameOf({ group, version, plural }: Resource): ResourceName {
  return { group, version, plural };
}
