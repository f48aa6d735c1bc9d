/** An object that is examined, as memory has it. */
import { metadataBytes, type ObjectVersion } from '@keelson/cache';
import { decodeObjectHead, peekHead, type ObjectHead } from '@keelson/informers';
import type { RequestTarget } from '@keelson/meta';

import { servedVersion, type VersionsOfKinds } from '../client/served-version.ts';
import { nodeNames } from './follow-graph.ts';
import type { GraphNode } from './graph-node.ts';

export interface ExaminedObject {
  readonly node: GraphNode;
  readonly version: ObjectVersion;
  readonly head: ObjectHead;
  readonly target: RequestTarget & { readonly name: string };
}

/** `undefined` for an object that is gone, or another one of its name: an event of it comes, or has come. */
export function subjectOf(scheme: VersionsOfKinds, node: GraphNode): ExaminedObject | undefined {
  const { place } = node;
  const { namespace, name } = nodeNames(node);
  const version = place.cache.peek({ namespace, name });
  if (version === undefined) return undefined;
  const head = peekHead(version) ?? decodeObjectHead(version);
  if (head.uid !== node.uid) return undefined;
  // Kinds of other servers are known by discovery alone, and are in no scheme.
  const resource = servedVersion(scheme, place.stored, ({ verbs }) => verbs.length > 0) ?? place.stored;
  const target = { resource, name, ...(namespace !== '' && { namespace }) };
  return { node, version, head, target };
}

/** The resource versions of other servers may be no numbers: they are told by the metadata alone. */
export function resourceVersionOf({ revision, value }: Pick<ObjectVersion, 'revision' | 'value'>): string {
  if (revision > 0) return String(revision);
  const bytes = metadataBytes(value);
  const metadata = (bytes === undefined ? {} : JSON.parse(bytes.toString('utf8'))) as { resourceVersion?: string };
  return metadata.resourceVersion ?? '';
}
