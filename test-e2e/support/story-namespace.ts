/** A namespace for each story of a test, with the paths of its groups, once its default account is there. */
import type { StoredObjects } from './stored-objects.ts';

export interface StoryNamespace {
  readonly name: string;
  /** The namespace, and the start of the paths of the core group. */
  readonly core: string;
  readonly apps: string;
  readonly batch: string;
  readonly policy: string;
  readonly discovery: string;
}

let count = 0;

export async function newStoryNamespace(objects: StoredObjects): Promise<StoryNamespace> {
  const name = `story-${String((count += 1))}`;
  const core = `/api/v1/namespaces/${name}`;
  await objects.create('/api/v1/namespaces', { metadata: { name } });
  await objects.shows(`${core}/serviceaccounts/default`, { metadata: { name: 'default' } });
  const within = (group: string): string => `/apis/${group}/v1/namespaces/${name}`;
  return {
    name,
    core,
    apps: within('apps'),
    batch: within('batch'),
    policy: within('policy'),
    discovery: within('discovery.k8s.io'),
  };
}
