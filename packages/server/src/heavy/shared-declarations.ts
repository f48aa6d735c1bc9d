/**
 * The declarations that workers have too, or can make. A worker knows declarations by name: those that are built in it
 * has, and those of custom resources it makes of their definition, which goes with the job.
 */
import { headOfOrThrow, type RegisteredResources } from '@keelson/informers';
import type { Resource, Scheme } from '@keelson/schema';

import type { DefinitionCopy, PlaceName } from './jobs.ts';

type ResourceName = Pick<PlaceName, 'group' | 'version' | 'plural'>;

/** The companion of a job, by which a worker gets a declaration. */
export interface SharedDeclaration {
  readonly defined: DefinitionCopy | undefined;
}

export interface SharedDeclarations {
  /** `undefined` where a worker cannot have it: what concerns it is then carried out on the main thread. */
  share(resource: Resource): SharedDeclaration | undefined;
  /** Of the declaration that has this name now. */
  shareByName(name: ResourceName): SharedDeclaration | undefined;
}

const builtIn: SharedDeclaration = { defined: undefined };

export function shareDeclarations(scheme: Scheme, resources: Pick<RegisteredResources, 'where'>): SharedDeclarations {
  const [definitions] = resources.where(({ purpose }) => purpose?.kind === 'customResourceDefinition');
  const shared = new WeakSet(scheme.resources());
  const share = (resource: Resource): SharedDeclaration | undefined => {
    const { custom } = resource;
    if (custom === undefined) return shared.has(resource) ? builtIn : undefined;
    const version = definitions?.cache.peek({ name: custom.definition });
    const head = version && headOfOrThrow(version);
    // Another generation declares something else.
    if (version === undefined || head?.uid !== custom.uid || head.generation !== custom.generation) return undefined;
    const { key, revision, value } = version;
    return { defined: { name: custom.definition, definition: { key, revision, value } } };
  };
  return {
    share,
    shareByName: ({ group, version, plural }) => {
      const resource = scheme.resource(group, version, plural);
      return resource && share(resource);
    },
  };
}
