/** The kinds that a server lists, each in the most preferred version that has it. */
import { parseGroupVersion } from '@keelson/meta';

import { bodyOrThrow, type ApiClient } from '../migrate/api-client.ts';

export interface ListedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly path: string;
}

interface Group {
  readonly versions: readonly { readonly groupVersion: string }[];
  readonly preferredVersion: { readonly groupVersion: string };
}

interface ResourceList {
  readonly resources: readonly { readonly name: string; readonly kind: string; readonly verbs: readonly string[] }[];
}

export async function findListedKinds(client: ApiClient, onFailure: (message: string) => void): Promise<ListedKind[]> {
  const { groups } = bodyOrThrow(await client.ask('/apis'), '/apis') as { readonly groups: readonly Group[] };
  const roots = [['/api/v1'], ...groups.map(rootsOf)];
  const kinds: ListedKind[] = [];
  for (const versions of roots) {
    const known = new Set<string>();
    for (const root of versions) {
      for (const found of await kindsAt(client, root, onFailure)) {
        if (!known.has(found.plural)) kinds.push(found);
        known.add(found.plural);
      }
    }
  }
  return kinds;
}

/** The preferred version comes first. */
function rootsOf({ versions, preferredVersion }: Group): string[] {
  const all = [preferredVersion, ...versions].map(({ groupVersion }) => `/apis/${groupVersion}`);
  return [...new Set(all)];
}

/** A version of another server that does not answer keeps nobody from looking at the rest. */
async function kindsAt(
  client: ApiClient,
  root: string,
  onFailure: (message: string) => void,
): Promise<readonly ListedKind[]> {
  const parsed = parseGroupVersion(root.replace(/^\/apis?\//, ''));
  if (!parsed.ok) return [];
  const { group, version } = parsed.groupVersion;
  try {
    const { resources } = bodyOrThrow(await client.ask(root), root) as unknown as ResourceList;
    return resources
      .filter(({ name, verbs }) => !name.includes('/') && verbs.includes('list'))
      .map(({ name, kind }) => ({ group, version, kind, plural: name, path: `${root}/${name}` }));
  } catch (error) {
    onFailure(error instanceof Error ? error.message : String(error));
    return [];
  }
}
