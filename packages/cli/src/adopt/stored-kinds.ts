/** The kinds that a store may hold, by the folders of their keys: those that are built in, and those of definitions. */
import { createApiScheme } from '@keelson/api';
import type { Resource, Scheme } from '@keelson/schema';
import { isUnreadable, pagesOf, type Storage } from '@keelson/storage';

export interface StoredKind {
  /** `pods`, `deployments.apps`. */
  readonly name: string;
  readonly isNamespaced: boolean;
  readonly form:
    | { readonly kind: 'builtIn'; readonly stored: Resource }
    /** Custom objects, in the versions that their definition has. */
    | { readonly kind: 'custom'; readonly group: string; readonly versions: readonly string[] };
}

export interface StoredKinds {
  readonly scheme: Scheme;
  /** By folder, without the prefix of the store and without the slash at the end. */
  readonly byFolder: ReadonlyMap<string, StoredKind>;
}

/** Reads the definitions out of `storage`, which decrypts and decodes. Those that cannot be read define nothing. */
export async function readStoredKinds(
  storage: Pick<Storage, 'range' | 'prefix'>,
  domain: string,
): Promise<StoredKinds> {
  const scheme = createApiScheme({ domain, includeRetired: true });
  const byFolder = new Map<string, StoredKind>();
  let definitions: Resource | undefined;
  for (const resource of scheme.resources()) {
    const { storage: place } = resource;
    if (place.kind !== 'stored' || byFolder.has(place.prefix)) continue;
    const stored = scheme.storageOf(resource);
    const isNamespaced = stored.scope === 'Namespaced';
    byFolder.set(place.prefix, { name: nameOf(stored), isNamespaced, form: { kind: 'builtIn', stored } });
    if (stored.purpose?.kind === 'customResourceDefinition') definitions = stored;
  }
  if (definitions?.storage.kind === 'stored') {
    const folder = `${storage.prefix}${definitions.storage.prefix}/`;
    for await (const { entries } of pagesOf(storage, folder, { pageSize: 100 })) {
      for (const { value } of entries) {
        if (!isUnreadable(value)) addDefined(byFolder, Buffer.from(value).toString('utf8'));
      }
    }
  }
  return { scheme, byFolder };
}

function nameOf({ plural, group }: Resource): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** As JSON has them: the value may be of anybody. */
interface Definition {
  readonly spec?: Nullable<{
    readonly group: unknown;
    readonly scope: unknown;
    readonly version: unknown;
    readonly names: Nullable<{ readonly plural: unknown; readonly kind: unknown }>;
    readonly versions: unknown;
  }>;
  readonly status?: Nullable<{ readonly storedVersions: unknown }>;
}

type Nullable<T> = Partial<T> | null | undefined;

function addDefined(byFolder: Map<string, StoredKind>, text: string): void {
  const { spec, status } = parse(text);
  const { group, names, scope, versions, version } = spec ?? {};
  const { plural, kind } = names ?? {};
  if (!isText(group) || !isText(plural) || !isText(kind)) return;
  const ofSpec = listOf(versions).map((each) => (each as Nullable<{ readonly name: unknown }>)?.name);
  byFolder.set(`${group}/${plural}`, {
    name: `${plural}.${group}`,
    isNamespaced: scope !== 'Cluster',
    form: {
      kind: 'custom',
      group,
      versions: [...ofSpec, version, ...listOf(status?.storedVersions)].filter(isText),
    },
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function parse(text: string): Definition {
  try {
    return (JSON.parse(text) as Definition | null) ?? {};
  } catch {
    return {};
  }
}
