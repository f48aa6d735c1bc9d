/**
 * Reads the discovery document of one group version, which every server has, as the resources of aggregated discovery.
 * It comes from another server: what has not the form of the document is left out.
 */
type Fields = Readonly<Record<string, unknown>>;

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

interface RemoteResource {
  readonly resource: string;
  readonly responseKind: object;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly singularResource: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: object[];
}

/** Undefined if it is no such document. */
export function parseResources(text: string, of: GroupVersion) {
  const list = fieldsOf(parse(text));
  if (list?.['kind'] !== 'APIResourceList' || !Array.isArray(list['resources'])) return undefined;
  const entries = (list['resources'] as readonly unknown[]).map(fieldsOf).filter((each) => each !== undefined);
  const resources = new Map<string, RemoteResource & { readonly subresources: object[] }>();
  for (const entry of entries) {
    const name = textOf(entry['name']);
    if (name !== '' && !name.includes('/')) resources.set(name, { ...readResource(entry, of), subresources: [] });
  }
  for (const entry of entries) addSubresource(entry, of, resources);
  return [...resources.values()].map(({ subresources, ...resource }) => ({
    ...resource,
    ...(subresources.length > 0 && { subresources }),
  }));
}

function addSubresource(
  entry: Fields,
  of: GroupVersion,
  resources: ReadonlyMap<string, { readonly subresources: object[] }>,
): void {
  const [name = '', subresource = '', ...rest] = textOf(entry['name']).split('/');
  if (subresource === '' || rest.length > 0) return;
  const { responseKind, verbs } = readResource(entry, of);
  resources.get(name)?.subresources.push({ subresource, responseKind, verbs });
}

function readResource(entry: Fields, of: GroupVersion): RemoteResource {
  const [shortNames, categories] = [textsOf(entry['shortNames']), textsOf(entry['categories'])];
  return {
    resource: textOf(entry['name']),
    responseKind: {
      group: textOf(entry['group']) || of.group,
      version: textOf(entry['version']) || of.version,
      kind: textOf(entry['kind']),
    },
    scope: entry['namespaced'] === true ? 'Namespaced' : 'Cluster',
    singularResource: textOf(entry['singularName']),
    verbs: textsOf(entry['verbs']),
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly unknown[]).filter((each) => typeof each === 'string') : [];
}
