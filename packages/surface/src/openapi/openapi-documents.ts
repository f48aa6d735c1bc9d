/**
 * The documents of OpenAPI: those of what is built in, with what custom resources add. Definitions come and go, so that
 * nothing is written anew but what concerns them: see custom/v2-fragment.ts.
 */
import type { Resource } from '@keelson/schema';
import { giveWay } from '@keelson/telemetry';

import { tag, tagAs, type Tagged } from '../pages/tagged.ts';
import { once, type BuiltInDocuments } from './built-in-documents.ts';
import { customSections, type CustomSection } from './custom/custom-groups.ts';
import { hashOf, originHash } from './custom/origin-hash.ts';
import { gnosticPathsOf, pathMembersOf, v2FragmentOf } from './custom/v2-fragment.ts';
import { writeSection } from './custom/v3-document.ts';

/** Rejects as writing does. The next call tries again. */
export interface OpenapiDocuments {
  readonly v2: (form: 'json' | 'protobuf') => Promise<Tagged>;
  /** By the names of the index, in its order. */
  readonly v3: () => Promise<ReadonlyMap<string, DocumentV3>>;
}

export interface DocumentV3 {
  readonly hash: string;
  /** Writes it the first time. */
  readonly read: () => Tagged;
}

export interface OpenapiOptions {
  readonly builtIn: () => BuiltInDocuments;
  /** Those of custom resources. */
  readonly custom: readonly Resource[];
  readonly domain: string;
  /** The server's. */
  readonly version: string;
}

export function openapiDocuments({ builtIn, custom, domain, version }: OpenapiOptions): OpenapiDocuments {
  const sections = customSections(custom, domain);
  const source: Source = { builtIn, sections, domain, hash: originHash(custom, version) };
  const v2 = { json: once(() => joinJson(source)), protobuf: once(() => joinProtobuf(source)) };
  return {
    v2: (form) => v2[form](),
    v3: once(async () => {
      const documents = new Map<string, DocumentV3>();
      for (const [name, tagged] of await builtIn().v3()) documents.set(name, { hash: tagged.hash, read: () => tagged });
      for (const section of sections) documents.set(section.name, documentOf(section, domain, version));
      return new Map([...documents].sort(([a], [b]) => (a < b ? -1 : 1)));
    }),
  };
}

interface Source {
  readonly builtIn: () => BuiltInDocuments;
  readonly sections: readonly CustomSection[];
  readonly domain: string;
  /** Of all custom resources. */
  readonly hash: string;
}

async function joinJson({ builtIn, sections, domain, hash }: Source): Promise<Tagged> {
  const [paths = empty, definitions = empty, rest = empty] = await builtIn().v2Json();
  if (sections.length === 0) return tag(Buffer.concat([paths, definitions, rest]));
  const [morePaths, moreDefinitions]: [Buffer[], Buffer[]] = [[], []];
  for (const { item, resources } of sections) {
    morePaths.push(comma, pathMembersOf([item]));
    for (const resource of resources) {
      const fragment = v2FragmentOf(resource, domain);
      morePaths.push(comma, fragment.paths());
      await giveWay();
      moreDefinitions.push(comma, fragment.definitions());
      await giveWay();
    }
  }
  const pieces = [paths, ...morePaths, definitions, ...moreDefinitions, rest];
  return tagAs(hashOf(['json', tag(paths).hash, tag(definitions).hash, hash]), Buffer.concat(pieces));
}

async function joinProtobuf({ builtIn, sections, domain, hash }: Source): Promise<Tagged> {
  const own = await builtIn().v2Protobuf();
  if (sections.length === 0) return tag(own);
  const pieces: Uint8Array[] = [own];
  for (const { item, resources } of sections) {
    pieces.push(gnosticPathsOf([item]));
    for (const resource of resources) {
      const fragment = v2FragmentOf(resource, domain);
      pieces.push(fragment.gnosticPaths());
      await giveWay();
      pieces.push(fragment.gnosticDefinitions());
      await giveWay();
    }
  }
  return tagAs(hashOf(['protobuf', tag(own).hash, hash]), Buffer.concat(pieces));
}

const empty = Buffer.alloc(0);
const comma = Buffer.from(',');

function documentOf(section: CustomSection, domain: string, version: string): DocumentV3 {
  const hash = hashOf([section.name, originHash(section.resources, version)]);
  let tagged: Tagged | undefined;
  return { hash, read: () => (tagged ??= tagAs(hash, writeSection(section, domain, version))) };
}
