/**
 * Serves established definitions: their declarations come into the scheme and go out of it in the turn in which the
 * watch cache takes the change in, so that no reader sees a definition established that is not served here.
 */
import type { RegistryEngine } from '@keelson/registry';
import type { Resource, Scheme } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import { isTrue } from '../definition/conditions.ts';
import type { CachedDefinition, Definition } from '../definition/definition.ts';
import { declareResources, type MakeConversion } from '../declare/declare-resources.ts';

export interface ServeParts {
  readonly scheme: Scheme;
  readonly registry: Pick<RegistryEngine, 'storeOf' | 'removeStore'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Absent where no webhook can be asked. */
  readonly makeConversion?: MakeConversion | undefined;
}

export type NamedDefinition = Pick<CachedDefinition, 'name' | 'version'>;

export interface ServedDefinitions {
  note(cached: NamedDefinition, definition: Definition): void;
  forget(name: string): void;
  /** Resolves when the objects of all that is served now are in the watch cache. */
  whenLoaded(): Promise<void>;
}

interface Served {
  /** All that the declarations were made of. */
  readonly origin: string;
  readonly resources: readonly Resource[];
}

export function serveDefinitions({ scheme, registry, logger, makeConversion }: ServeParts): ServedDefinitions {
  const byName = new Map<string, Served>();

  const forget = (name: string): void => {
    const served = byName.get(name);
    if (served === undefined) return;
    byName.delete(name);
    const [any] = served.resources;
    if (any !== undefined) registry.removeStore(any);
    for (const resource of served.resources) scheme.remove(resource);
  };
  const declare = (cached: NamedDefinition, definition: Definition): readonly Resource[] => {
    const declared = declareResources(definition, cached, makeConversion).filter((resource) => {
      const { group, version, plural } = resource;
      if (scheme.resource(group, version, plural) === undefined) return true;
      logger.warn('A definition is of what is served already', { definition: cached.name, version });
      return false;
    });
    for (const resource of declared) scheme.add(resource);
    return declared.flatMap(({ group, version, plural }) => scheme.resource(group, version, plural) ?? []);
  };

  return {
    note: (cached, definition) => {
      if (!isTrue(definition, 'Established')) {
        forget(cached.name);
        return;
      }
      const origin = originOf(definition);
      if (byName.get(cached.name)?.origin === origin) return;
      forget(cached.name);
      const resources = declare(cached, definition);
      byName.set(cached.name, { origin, resources });
      const [any] = resources;
      // Opens its part of the watch cache.
      if (any !== undefined) registry.storeOf(any);
    },
    forget,
    whenLoaded: async () => {
      const stores = [...byName.values()].flatMap(({ resources: [any] }) => (any && registry.storeOf(any)) ?? []);
      await Promise.all(stores.map(({ cache }) => cache.whenLoaded()));
    },
  };
}

/** The generation counts changes of the spec; a definition that is made again has another uid. */
function originOf({ metadata, status }: Definition): string {
  return JSON.stringify([metadata.uid, metadata.generation, status.acceptedNames]);
}
