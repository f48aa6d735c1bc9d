/** Deprecated versions that objects were written in, as far as their managed fields and last-applied annotations tell. */
import { parseGroupVersion } from '@keelson/meta';
import { parseJson, type Release } from '@keelson/schema';

import { bodyOrThrow, type ApiClient } from '../migrate/api-client.ts';
import { findEnd, type DeprecatedUse } from './deprecated-use.ts';

interface Listed {
  readonly path: string;
  readonly plural: string;
  readonly kind: string;
}

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
  readonly until: Release | undefined;
  /** Receives what cannot be listed. */
  readonly onFailure: (message: string) => void;
}

const pageSize = 500;
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Each kind is listed once, in the version that its group prefers. */
export async function findStored(looking: Looking): Promise<DeprecatedUse[]> {
  const found: DeprecatedUse[] = [];
  for (const listed of await discover(looking.client)) {
    try {
      for await (const object of listObjects(looking.client, listed.path)) {
        found.push(...findInObject(object, listed, looking.until));
      }
    } catch (error) {
      looking.onFailure(error instanceof Error ? error.message : String(error));
    }
  }
  return found;
}

async function discover(client: ApiClient): Promise<Listed[]> {
  const { groups } = bodyOrThrow(await client.ask('/apis'), '/apis') as {
    groups: readonly { readonly preferredVersion: { readonly groupVersion: string } }[];
  };
  const roots = ['/api/v1', ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)];
  const lists = await Promise.all(roots.map((root) => resourcesOf(client, root)));
  return lists.flat();
}

async function resourcesOf(client: ApiClient, root: string): Promise<Listed[]> {
  const { resources } = bodyOrThrow(await client.ask(root), root) as {
    resources: readonly { readonly name: string; readonly kind: string; readonly verbs: readonly string[] }[];
  };
  return resources
    .filter(({ name, verbs }) => !name.includes('/') && verbs.includes('list'))
    .map(({ name, kind }) => ({ path: `${root}/${name}`, plural: name, kind }));
}

async function* listObjects(client: ApiClient, path: string): AsyncIterable<StoredObject> {
  let next = '';
  do {
    const query = new URLSearchParams({ limit: String(pageSize), ...(next !== '' && { continue: next }) });
    const page = bodyOrThrow(await client.ask(`${path}?${query.toString()}`), path) as {
      readonly metadata?: { readonly continue?: string };
      readonly items?: readonly StoredObject[] | null;
    };
    yield* page.items ?? [];
    next = page.metadata?.continue ?? '';
  } while (next !== '');
}

function findInObject(
  { metadata = {} }: StoredObject,
  { plural, kind }: Listed,
  until: Release | undefined,
): DeprecatedUse[] {
  const { name = '', namespace, annotations = {}, managedFields = [] } = metadata;
  const place = `${plural} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
  const managed = managedFields.flatMap(({ manager = '', apiVersion = '' }) =>
    findVersion(apiVersion, kind, `${place}: managed fields of ${manager}`, until),
  );
  return [...managed, ...findApplied(annotations[lastApplied], place, until)];
}

function findApplied(text: string | undefined, place: string, until: Release | undefined): DeprecatedUse[] {
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.ok !== true) return [];
  const { apiVersion, kind } = (parsed.value ?? {}) as { readonly apiVersion?: unknown; readonly kind?: unknown };
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return [];
  return findVersion(apiVersion, kind, `${place}: last applied`, until);
}

function findVersion(apiVersion: string, kind: string, use: string, until: Release | undefined): DeprecatedUse[] {
  const parsed = parseGroupVersion(apiVersion);
  const end = parsed.ok ? findEnd({ ...parsed.groupVersion, kind }, until) : undefined;
  return end === undefined ? [] : [{ apiVersion, kind, use, ...end }];
}
