/** The kinds of another server, as its discovery documents tell them. */
import type { GroupVersion } from '@keelson/meta';

import { answerFields, answerItems, answerText, type AnswerFields } from './answer-fields.ts';
import { requestRemote, rootOf, type RemoteServer } from './remote-api.ts';

export interface DiscoveredKind extends GroupVersion {
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
}

export interface DiscoveredKinds {
  /** In every version; of each group the preferred version first. Subresources are left out. */
  readonly kinds: readonly DiscoveredKind[];
  /** By group version: why its kinds are unknown. */
  readonly failures: ReadonlyMap<string, string>;
  /** Why the groups themselves are unknown. */
  readonly fault?: string | undefined;
}

const core: GroupVersion = { group: '', version: 'v1' };

/** Never rejects. `isMeant` picks the versions that are asked for. */
export async function discoverKinds(
  server: RemoteServer,
  isMeant: (version: GroupVersion) => boolean = () => true,
): Promise<DiscoveredKinds> {
  const groups = await requestRemote(server, { method: 'GET', path: '/apis' });
  if (!groups.ok) {
    return { kinds: [], failures: new Map(), fault: groups.status.message ?? 'the groups of the API are unknown' };
  }
  const versions = answerItems(answerFields(groups.value), 'groups').flatMap((each) => versionsOf(answerFields(each)));
  const meant = [core, ...versions].filter(isMeant);
  return joinKinds(await Promise.all(meant.map((version) => discoverVersion(server, version))));
}

export function joinKinds(all: readonly DiscoveredKinds[]): DiscoveredKinds {
  return {
    kinds: all.flatMap(({ kinds }) => kinds),
    failures: new Map(all.flatMap(({ failures }) => [...failures])),
  };
}

/** The preferred one first. */
function versionsOf(group: AnswerFields): readonly GroupVersion[] {
  const names = [group['preferredVersion'], ...answerItems(group, 'versions')].flatMap(
    (version) => answerText(answerFields(version), 'groupVersion') ?? [],
  );
  return [...new Set(names)].flatMap((name) => {
    const [named = '', version = ''] = name.split('/');
    return version === '' ? [] : [{ group: named, version }];
  });
}

/** Never rejects. A version that is not found is one that failed: nothing says that its objects are gone. */
export async function discoverVersion(server: RemoteServer, of: GroupVersion): Promise<DiscoveredKinds> {
  const answer = await requestRemote(server, { method: 'GET', path: rootOf(of) });
  if (answer.ok) return { kinds: kindsOf(of, answerFields(answer.value)), failures: new Map() };
  return { kinds: [], failures: new Map([[nameOfVersion(of), answer.status.message ?? 'it does not answer']]) };
}

function kindsOf({ group, version }: GroupVersion, document: AnswerFields): readonly DiscoveredKind[] {
  return answerItems(document, 'resources').flatMap((item) => {
    const fields = answerFields(item);
    const [plural = '', kind = ''] = [answerText(fields, 'name'), answerText(fields, 'kind')];
    if (plural === '' || plural.includes('/')) return [];
    const verbs = answerItems(fields, 'verbs').filter((verb) => typeof verb === 'string');
    return [{ group, version, kind, plural, isNamespaced: fields['namespaced'] === true, verbs }];
  });
}

export function hasVerbs({ verbs }: DiscoveredKind, ...wanted: readonly string[]): boolean {
  return wanted.every((verb) => verbs.includes(verb));
}

/** Each kind once: in the first version that has it. */
export function firstVersions(kinds: readonly DiscoveredKind[]): readonly DiscoveredKind[] {
  const first = new Map<string, DiscoveredKind>();
  for (const kind of kinds) {
    const name = `${kind.plural}.${kind.group}`;
    if (!first.has(name)) first.set(name, kind);
  }
  return [...first.values()];
}

export function nameOfVersion({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`;
}

/** In the words of 1.24. Undefined where all kinds are known. */
export function wordDiscoveryFault({ failures, fault }: DiscoveredKinds): string | undefined {
  if (fault !== undefined) return fault;
  if (failures.size === 0) return undefined;
  const all = [...failures].map(([version, message]) => `${version}: ${message}`).sort();
  const list = `unable to retrieve the complete list of server APIs: ${all.join(', ')}`;
  return `Discovery failed for some groups, ${failures.size} failing: ${list}`;
}
