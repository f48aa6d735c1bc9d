/**
 * The fragments of all remote documents, each made once for its content and for what stands before it, on another thread
 * where there is one. A document that cannot be merged is left out.
 */
import type { Logger } from '@keelson/telemetry';

import type { WrittenDocuments } from '../write-documents.ts';
import { hashOf } from '../custom/origin-hash.ts';
import type { JoinedKinds } from './join-kinds.ts';
import type { MergedV2, RemoteSource } from './merge-v2.ts';
import type { RemoteDocumentV2 } from './remote-openapi.ts';

export interface RemoteFragment extends MergedV2 {
  readonly hash: string;
}

export interface RemoteFragmentsParts {
  /** Of the built-in document, with a remote source in place of what it writes. */
  readonly write: (source: RemoteSource) => Promise<WrittenDocuments>;
  /** The definitions and paths of custom resources. */
  readonly names: readonly string[];
  readonly paths: readonly string[];
  /** The built-in documents, by their object. */
  readonly own: object;
  /** Of custom resources. */
  readonly hash: string;
  readonly logger: Pick<Logger, 'warn'>;
}

interface Known {
  readonly own: object;
  readonly key: string;
  readonly fragment: RemoteFragment;
}

const known = new WeakMap<RemoteDocumentV2, Known>();

export async function remoteFragments(
  documents: readonly RemoteDocumentV2[],
  { write, names, paths, own, hash, logger }: RemoteFragmentsParts,
): Promise<readonly RemoteFragment[]> {
  const fragments: RemoteFragment[] = [];
  const taken = names.map((name) => [name, ''] as readonly [string, string]);
  const takenPaths = [...paths];
  let key = hash;
  for (const document of documents) {
    const { bytes, prefixes } = document;
    key = hashOf([key, document.hash, ...prefixes]);
    let found = known.get(document);
    if (found?.key !== key || found.own !== own) {
      const beganMs = performance.now();
      found = { own, key, fragment: await make(key, () => write({ bytes, prefixes, takenPaths, taken }), logger) };
      document.noteMerged?.((performance.now() - beganMs) / msPerSecond);
      known.set(document, found);
    }
    fragments.push(found.fragment);
    taken.push(...found.fragment.added);
    takenPaths.push(...found.fragment.addedPaths);
  }
  return fragments;
}

const msPerSecond = 1_000;

async function make(
  key: string,
  write: () => Promise<WrittenDocuments>,
  logger: Pick<Logger, 'warn'>,
): Promise<RemoteFragment> {
  try {
    const pieces = new Map(await write());
    const bytesOf = (name: string): Uint8Array => pieces.get(name) ?? new Uint8Array();
    const { paths, definitions, joined } = JSON.parse(Buffer.from(bytesOf('added')).toString('utf8')) as {
      readonly paths: readonly string[];
      readonly definitions: MergedV2['added'];
      readonly joined: readonly JoinedKinds[];
    };
    const [one, two, three] = [bytesOf('paths'), bytesOf('definitions'), bytesOf('gnostic')];
    return { hash: key, paths: one, definitions: two, gnostic: three, addedPaths: paths, added: definitions, joined };
  } catch (error) {
    logger.warn('An OpenAPI document of another server cannot be merged', { error });
    const none = new Uint8Array();
    return { hash: key, paths: none, definitions: none, gnostic: none, addedPaths: [], added: [], joined: [] };
  }
}
