/** Generated objects of every kind that is stored, with all that its fields may hold; nobody validated them. */
import fc from 'fast-check';

import { encodeJson, groupVersion, type Resource, type Scheme } from '@keelson/schema';
import { arbitraryObject } from '@keelson/schema/testing';
import type { Storage } from '@keelson/storage';

export const namespace = 'default';
export const names = ['generated-0', 'generated-1', 'generated-2'] as const;

/** How many messages may be nested in each other. */
const deepest = 5;
const seed = 20_260_101;

/** Where the objects of a resource are, without what only requests know. */
export function collectionOf(resource: Resource): string {
  const root = resource.group === '' ? '/api' : '/apis';
  const within = resource.scope === 'Namespaced' ? `/namespaces/${namespace}` : '';
  return `${root}/${groupVersion(resource)}${within}/${resource.plural}`;
}

export async function storeEveryKind(scheme: Scheme, storage: Storage): Promise<void> {
  const stored = new Set(
    scheme.resources().flatMap((resource) => (resource.storage.kind === 'stored' ? [scheme.storageOf(resource)] : [])),
  );
  for (const resource of stored) {
    const folder = resource.storage.kind === 'stored' ? resource.storage.prefix : resource.plural;
    const within = resource.scope === 'Namespaced' ? `${namespace}/` : '';
    for (const [index, name] of names.entries()) {
      const text = encodeJson(resource.message, objectOf(resource, name, index));
      const written = await storage.create(`${storage.prefix}${folder}/${within}${name}`, Buffer.from(text));
      if (!written.ok) throw new Error(`there is a ${resource.kind} ${name} already`);
    }
  }
}

function objectOf(resource: Resource, name: string, index: number): object {
  const [sample] = fc.sample(arbitraryObject(resource.message, deepest), { seed: seed + index, numRuns: 1 });
  const { metadata, ...rest } = sample as { readonly metadata?: object };
  const own = {
    ...(metadata as { readonly labels?: object }),
    name,
    ...(resource.scope === 'Namespaced' && { namespace }),
    uid: `00000000-0000-4000-8000-00000000000${String(index)}`,
    creationTimestamp: '2026-01-01T00:00:00Z',
  };
  const kept = omit(own, [
    'generateName',
    'selfLink',
    'resourceVersion',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ]);
  return { ...rest, kind: resource.kind, apiVersion: groupVersion(resource), metadata: kept };
}

/** Objects that go would set those in motion that wait for that. */
function omit(object: object, fields: readonly string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));
}
