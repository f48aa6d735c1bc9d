/** Where the objects of a resource are, and which version they are to be stored in. */
import { createApiScheme } from '@keelson/api';

import { bodyOrThrow, type ApiClient } from './api-client.ts';
import type { MigrateOptions } from './options.ts';

export interface FoundResource {
  /** The path of the list of all objects. */
  readonly path: string;
  readonly isNamespaced: boolean;
  /** `undefined` for what is built into the server. */
  readonly definition: FoundDefinition | undefined;
}

export interface FoundDefinition {
  readonly path: string;
  readonly storageVersion: string;
  readonly storedVersions: readonly string[];
  readonly uid: string;
  readonly resourceVersion: string;
}

interface Definition {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string };
  readonly spec: {
    readonly versions: readonly { readonly name: string; readonly served: boolean; readonly storage: boolean }[];
  };
  readonly status?: { readonly storedVersions?: readonly string[] | null };
}

interface Listed {
  readonly name: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** Rejects with what the server says. */
export async function findResource(client: ApiClient, options: MigrateOptions): Promise<FoundResource> {
  const { plural, group } = options;
  const definition = await findDefinition(client, options);
  const name = group === '' ? plural : `${plural}.${group}`;
  for (const version of await versionsOf(client, group, definition?.storageVersion)) {
    const prefix = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const { resources } = bodyOrThrow(await client.ask(prefix), prefix) as { resources?: readonly Listed[] };
    const found = resources?.find((each) => each.name === plural);
    if (found === undefined) continue;
    const missing = ['list', 'patch'].find((verb) => !found.verbs.includes(verb));
    if (missing !== undefined) throw new Error(`${name} cannot be migrated: the server has no ${missing} for them`);
    return { path: `${prefix}/${plural}`, isNamespaced: found.namespaced, definition };
  }
  throw new Error(`the server has no resource ${name}`);
}

/** The storage version first, if it is served: objects that are stored in it need no conversion to be read. */
async function versionsOf(client: ApiClient, group: string, storageVersion: string | undefined): Promise<string[]> {
  if (group === '') return ['v1'];
  const path = `/apis/${group}`;
  const answer = await client.ask(path);
  if (answer.status === 404) throw new Error(`the server has no group ${group}`);
  const found = bodyOrThrow(answer, path) as { versions?: readonly { readonly version: string }[] };
  const versions = (found.versions ?? []).map(({ version }) => version);
  return versions.sort((a, b) => Number(b === storageVersion) - Number(a === storageVersion));
}

export async function findDefinition(
  client: ApiClient,
  { plural, group, domain }: Pick<MigrateOptions, 'plural' | 'group' | 'domain'>,
): Promise<FoundDefinition | undefined> {
  const declared = createApiScheme({ domain })
    .resources()
    .find(({ purpose }) => purpose?.kind === 'customResourceDefinition');
  if (declared === undefined || group === '') return undefined;
  const path = `/apis/${declared.group}/${declared.version}/${declared.plural}/${plural}.${group}`;
  const answer = await client.ask(path);
  if (answer.status === 404) return undefined;
  const { metadata, spec, status } = bodyOrThrow(answer, path) as unknown as Definition;
  const { name: storageVersion } = spec.versions.find(({ storage }) => storage) ?? { name: '' };
  const { uid, resourceVersion } = metadata;
  return { path, storageVersion, storedVersions: status?.storedVersions ?? [], uid, resourceVersion };
}
