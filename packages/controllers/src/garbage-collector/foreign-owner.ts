/** Finds an owner in a namespace other than that of its dependent, where no owner can be. */
import { decodeObjectHead, type ObjectOwner, type RegisteredResources } from '@keelson/informers';
import { giveWay } from '@keelson/telemetry';

import { siteOf } from './find-owner.ts';

/** Costs a look into memory for each namespace: only for an owner that is not where it should be. */
export async function isForeignOwner(
  resources: RegisteredResources,
  owner: ObjectOwner,
  dependentNamespace: string,
): Promise<boolean> {
  const site = siteOf(resources, owner, dependentNamespace);
  if (site.kind === 'unknown' || site.place.stored.scope !== 'Namespaced') return false;
  const { cache } = site.place;
  for (const namespace of await namespacesOf(resources)) {
    const found = namespace === dependentNamespace ? undefined : cache.peek({ namespace, name: owner.name });
    if (found !== undefined && decodeObjectHead(found).uid === owner.uid) return true;
    const paused = giveWay();
    if (paused !== undefined) await paused;
  }
  return false;
}

async function namespacesOf(resources: RegisteredResources): Promise<readonly string[]> {
  const [namespaces] = resources.where(({ purpose }) => purpose?.kind === 'namespace');
  if (namespaces === undefined) return [];
  const { cache } = namespaces;
  const listed = await cache.list({ collectsUnreadable: true }, { kind: 'any' });
  return listed.ok ? listed.objects.map((object) => cache.namesOf(object).name) : [];
}
