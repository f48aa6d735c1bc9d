/** The kinds of another server whose objects can be listed and deleted, each in the first version of its group that has it. */
import { answerFields, answerItems, answerText, type AnswerFields } from './answer-fields.ts';
import { requestRemote, type RemoteServer } from './remote-api.ts';

export interface DiscoveredKind {
  /** The path of its group and version. */
  readonly root: string;
  readonly group: string;
  readonly plural: string;
  readonly hasCollectionDelete: boolean;
}

export interface DiscoveredKinds {
  readonly kinds: readonly DiscoveredKind[];
  /** A sentence for each version that did not answer: its objects are unknown. */
  readonly failures: readonly string[];
}

/** Cluster-scoped kinds are left out. */
export async function discoverNamespacedKinds(server: RemoteServer): Promise<DiscoveredKinds> {
  const groups = await requestRemote(server, { method: 'GET', path: '/apis' });
  if (!groups.ok) return { kinds: [], failures: [groups.status.message ?? 'the groups of the API are unknown'] };
  const roots = answerItems(answerFields(groups.value), 'groups').map((group) => rootsOf(answerFields(group)));
  const found = await Promise.all([['/api/v1'], ...roots].map((each) => discoverGroup(server, each)));
  return { kinds: found.flatMap(({ kinds }) => kinds), failures: found.flatMap(({ failures }) => failures) };
}

/** The paths of all versions, the preferred one first. */
function rootsOf(group: AnswerFields): readonly string[] {
  const versions = [group['preferredVersion'], ...answerItems(group, 'versions')].flatMap((version) => {
    const name = answerText(answerFields(version), 'groupVersion');
    return name === undefined ? [] : [`/apis/${name}`];
  });
  return [...new Set(versions)];
}

/** Every version: a kind may be missing from the preferred one. */
async function discoverGroup(server: RemoteServer, roots: readonly string[]): Promise<DiscoveredKinds> {
  const found = await Promise.all(roots.map((root) => discoverVersion(server, root)));
  const kinds = new Map<string, DiscoveredKind>();
  for (const version of found) {
    for (const kind of version.kinds) if (!kinds.has(kind.plural)) kinds.set(kind.plural, kind);
  }
  return { kinds: [...kinds.values()], failures: found.flatMap(({ failures }) => failures) };
}

async function discoverVersion(server: RemoteServer, root: string): Promise<DiscoveredKinds> {
  const answer = await requestRemote(server, { method: 'GET', path: root });
  if (!answer.ok) {
    // A version that was removed meanwhile serves no objects.
    const message = answer.status.message ?? 'it does not answer';
    return { kinds: [], failures: answer.status.code === 404 ? [] : [`${root.slice(1)}: ${message}`] };
  }
  const [, , group = ''] = root.startsWith('/apis/') ? root.split('/') : [];
  const kinds = answerItems(answerFields(answer.value), 'resources').flatMap((item) => {
    const resource = answerFields(item);
    const plural = answerText(resource, 'name') ?? '';
    const verbs = answerItems(resource, 'verbs');
    const isMeant = resource['namespaced'] === true && plural !== '' && !plural.includes('/');
    if (!isMeant || !verbs.includes('list') || !verbs.includes('delete')) return [];
    return [{ root, group, plural, hasCollectionDelete: verbs.includes('deletecollection') }];
  });
  return { kinds, failures: [] };
}
