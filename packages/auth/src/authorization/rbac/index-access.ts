/** Keeps the RBAC index in step with the watch cache: a decision knows all roles and bindings that the watch cache holds. */
import type { CachedObject, Informers, RegisteredResource, RegisteredResources } from '@keelson/informers';
import type { Purpose, Resource } from '@keelson/schema';

import type { AccessIndex } from './access-index.ts';
import { readBinding, readRole } from './access-objects.ts';

interface AccessDeclaration extends Resource {
  readonly purpose: Extract<Purpose, { readonly kind: 'role' | 'roleBinding' }>;
}

export type AccessResource = RegisteredResource & { readonly stored: AccessDeclaration };

/** True for resources whose objects grant permissions. */
export function grantsAccess(resource: Resource): resource is AccessDeclaration {
  return resource.purpose?.kind === 'role' || resource.purpose?.kind === 'roleBinding';
}

/** Where roles and bindings are, as their declarations say. */
export function accessResources(resources: Pick<RegisteredResources, 'all'>): readonly AccessResource[] {
  return resources.all().filter((resource): resource is AccessResource => grantsAccess(resource.stored));
}

/** Ends with the informers. */
export function indexAccess(informers: Informers, index: AccessIndex): void {
  for (const { stored } of accessResources(informers.resources)) {
    const idOf = ({ namespace, name }: CachedObject<unknown>) => ({ kind: stored.kind, namespace, name });
    const put = (object: CachedObject<unknown>): void => {
      const fields = fieldsOrNone(object);
      if (stored.purpose.kind === 'role') index.putRole(readRole(idOf(object), fields));
      else index.putBinding(readBinding(idOf(object), fields));
    };
    informers.informer(stored).addHandler({
      onAdd: put,
      onUpdate: (_, object) => put(object),
      onDelete: (last) => index.remove(idOf(last)),
    });
  }
}

/** An object that cannot be decoded counts as empty: such a role grants nothing. */
export function fieldsOrNone({ decoded }: Pick<CachedObject<unknown>, 'decoded'>): unknown {
  return decoded.ok ? decoded.object : {};
}
