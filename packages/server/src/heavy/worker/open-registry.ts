/** The engine of a worker: the same as on the main thread, over services of the main thread. */
import { readDefinition, serveDefinitions } from '@keelson/apiextensions';
import { createAccessPlugins, createListers, createMayDo, makePlugins, namespaceLifecycle } from '@keelson/admission';
import { createApiScheme } from '@keelson/api';
import { createInformers, createRegisteredResources } from '@keelson/informers';
import { generateName } from '@keelson/meta';
import { createRegistry, plainVersion, type RegistryEngine } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import { giveWay, silentLogger } from '@keelson/telemetry';

import { fieldGatesOf, registryFeatures } from '../../registry-features.ts';
import { createQuotaParts } from '../../quota-parts.ts';
import type { WorkerSettings } from '../messages.ts';
import type { DefinitionCopy } from '../jobs.ts';
import { nameOfPlace } from '../places.ts';
import { bufferOf } from '../portable.ts';
import type { Services } from '../services.ts';
import type { RemoteCache } from './remote-cache.ts';
import { createRemoteRanges } from './remote-ranges.ts';
import { createRemoteWebhooks } from './remote-webhooks.ts';

export interface WorkerEngine {
  /** Declares what a definition defines, in the place of what it defined before. */
  readonly define: (defined: DefinitionCopy) => void;
  readonly scheme: Scheme;
  readonly registry: RegistryEngine;
}

export function openWorkerRegistry(
  { domain, prefix, plugins, expirySeconds, gatesOff, release, tolerationSeconds, limitedResources }: WorkerSettings,
  services: Services,
  { cache }: RemoteCache,
): WorkerEngine {
  const scheme = createApiScheme({ domain, includeRetired: true });
  const resources = createRegisteredResources({ scheme, cache, prefix });
  // Nothing is followed here: listers read the watch cache of the main thread.
  const informers = createInformers({ resources, logger: silentLogger });
  const mayDo = createMayDo(services);
  const makeSuffix = (): string => generateName('', Math.random);
  const others = createRemoteWebhooks(scheme, services);
  const registry: RegistryEngine = createRegistry({
    scheme,
    storage: { prefix, create: services.create, update: services.update, delete: services.delete },
    cache,
    resources,
    ranges: createRemoteRanges(prefix, services),
    checksNamespaces: plugins.includes(namespaceLifecycle),
    admission: [
      ...makePlugins(plugins, {
        listers: createListers({ resources, lister: informers.lister }),
        mayDo,
        others,
        makeSuffix,
        giveWay,
        tolerationSeconds,
        quotas: createQuotaParts(limitedResources, () => registry),
      }),
      ...createAccessPlugins({ authorizer: services, held: services, informers }),
    ],
    answerPostedReview: (place, object, caller, options) =>
      services.answerPostedReview({ place: nameOfPlace(place), object, caller, options }),
    expirySeconds,
    gates: fieldGatesOf(gatesOff, release),
    features: registryFeatures(gatesOff, release),
  });
  const served = serveDefinitions({ scheme, registry, logger: silentLogger });
  /** Revisions by name: a definition comes with each of its jobs, and is parsed for the first of them. */
  const known = new Map<string, number>();
  const define = ({ name, definition }: DefinitionCopy): void => {
    const { key, revision, value } = definition;
    if (known.get(name) === revision) return;
    known.set(name, revision);
    const cached = { name, version: plainVersion(key, revision, bufferOf(value)) };
    served.note(cached, readDefinition(cached));
  };
  return { define, scheme, registry };
}
