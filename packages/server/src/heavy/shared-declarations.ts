/**
 * The declarations that workers have too: those that the server started with. A worker knows declarations by name, so
 * what concerns one that came later, under whatever name, is carried out on the main thread.
 */
import type { Resource, Scheme } from '@keelson/schema';

import type { PlaceName } from './jobs.ts';

type ResourceName = Pick<PlaceName, 'group' | 'version' | 'plural'>;

export interface SharedDeclarations {
  has(resource: Resource): boolean;
  /** The declaration that has this name now is one of them. */
  hasName(name: ResourceName): boolean;
}

/** To be called before declarations come and go. */
export function shareDeclarations(scheme: Scheme): SharedDeclarations {
  const shared = new WeakSet(scheme.resources());
  return {
    has: (resource) => shared.has(resource),
    hasName: ({ group, version, plural }) => {
      const resource = scheme.resource(group, version, plural);
      return resource !== undefined && shared.has(resource);
    },
  };
}
