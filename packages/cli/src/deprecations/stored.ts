/**
 * Deprecated versions at rest: objects that no later version serves, and the versions that objects were written in, as far
 * as their managed fields and last-applied annotations tell. Objects are listed in pages, and no more of them than their
 * metadata.
 */
import { parseGroupVersion } from '@keelson/meta';
import { parseJson } from '@keelson/schema';

import type { ApiClient } from '../migrate/api-client.ts';
import { findEnd, type DeprecatedUse, type FindingScope } from './deprecated-use.ts';
import { listPages } from './list-pages.ts';
import { findListedKinds, type ListedKind } from './listed-kinds.ts';

interface StoredObject {
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly managedFields?: readonly { readonly manager?: string; readonly apiVersion?: string }[];
  };
}

export interface Looking {
  readonly client: ApiClient;
  readonly scope: FindingScope;
  /** True where the server is known to store none. */
  readonly isEmpty: (kind: ListedKind) => boolean;
  /** Receives what cannot be listed. */
  readonly onFailure: (message: string) => void;
  readonly onProgress: (progress: LookProgress) => void;
}

export interface LookProgress {
  /** Kinds that were looked at, and all of them. */
  readonly kinds: number;
  readonly allKinds: number;
  readonly objects: number;
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

export async function findStored({ client, scope, isEmpty, onFailure, onProgress }: Looking): Promise<DeprecatedUse[]> {
  const found: DeprecatedUse[] = [];
  const all = await findListedKinds(client, onFailure);
  const accept = `application/json;as=PartialObjectMetadataList;g=meta.${scope.domain};v=v1, application/json`;
  let objects = 0;
  for (const [index, kind] of all.entries()) {
    const last = findLastVersion(kind, scope);
    // Listing them would be a request of a deprecated version, for nothing.
    if (last !== undefined && isEmpty(kind)) continue;
    try {
      for await (const page of listPages<StoredObject>(client, kind.path, accept)) {
        for (const object of page) found.push(...findInObject(object, kind, last, scope));
        objects += page.length;
        onProgress({ kinds: index, allKinds: all.length, objects });
      }
    } catch (error) {
      onFailure(error instanceof Error ? error.message : String(error));
    }
  }
  onProgress({ kinds: all.length, allKinds: all.length, objects });
  return found;
}

/** The end of a kind itself: that of its most preferred version, with nothing in its place. */
function findLastVersion(kind: ListedKind, scope: FindingScope): Omit<DeprecatedUse, 'use'> | undefined {
  const end = findEnd(kind, scope);
  if (end?.useInstead !== '') return undefined;
  return { found: 'object', apiVersion: versionOf(kind), kind: kind.kind, ...end };
}

function versionOf({ group, version }: ListedKind): string {
  return group === '' ? version : `${group}/${version}`;
}

function findInObject(
  { metadata = {} }: StoredObject,
  { plural, kind }: ListedKind,
  last: Omit<DeprecatedUse, 'use'> | undefined,
  scope: FindingScope,
): DeprecatedUse[] {
  const { name = '', namespace, annotations = {}, managedFields = [] } = metadata;
  const place = `${plural} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
  const itself = last === undefined ? [] : [{ ...last, use: `${place}: the object itself` }];
  const managed = managedFields.flatMap(({ manager = '', apiVersion = '' }) => {
    const end = endOf(apiVersion, kind, scope);
    return end === undefined ? [] : [{ ...end, found: 'managedFields' as const, manager }];
  });
  return [
    ...itself,
    ...managed.map(({ manager, ...use }) => ({ ...use, use: `${place}: managed fields of ${manager}` })),
    ...findApplied(annotations[lastApplied], place, scope),
  ];
}

function findApplied(text: string | undefined, place: string, scope: FindingScope): DeprecatedUse[] {
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.ok !== true) return [];
  const { apiVersion, kind } = (parsed.value ?? {}) as { readonly apiVersion?: unknown; readonly kind?: unknown };
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return [];
  const end = endOf(apiVersion, kind, scope);
  return end === undefined ? [] : [{ ...end, found: 'lastApplied', use: `${place}: last applied` }];
}

function endOf(apiVersion: string, kind: string, scope: FindingScope) {
  const parsed = parseGroupVersion(apiVersion);
  const end = parsed.ok ? findEnd({ ...parsed.groupVersion, kind }, scope) : undefined;
  return end && { apiVersion, kind, ...end };
}
