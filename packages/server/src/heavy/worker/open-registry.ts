/** The engine of a worker: the same as on the main thread, over services of the main thread. */
import { makePlugins, namespaceLifecycle } from '@keelson/admission';
import { createApiScheme } from '@keelson/api';
import { generateName } from '@keelson/meta';
import { createRegistry, type Engine } from '@keelson/registry';
import { createFieldGates, type Scheme } from '@keelson/schema';
import { giveWay } from '@keelson/telemetry';

import { createAccessPlugins, createMayDo } from '../../access/access-plugins.ts';
import { createShelves } from '../../admission/shelves.ts';
import type { WorkerSettings } from '../messages.ts';
import { nameOfPlace } from '../places.ts';
import type { Services } from '../services.ts';
import type { RemoteCache } from './remote-cache.ts';

export interface WorkerEngine {
  readonly scheme: Scheme;
  readonly registry: Engine;
}

export function openWorkerRegistry(
  { domain, prefix, plugins, expirySeconds, gatesOff }: WorkerSettings,
  services: Services,
  { cache }: RemoteCache,
): WorkerEngine {
  const scheme = createApiScheme({ domain, includeRetired: true });
  const shelves = createShelves();
  const mayDo = createMayDo(services);
  const makeSuffix = (): string => generateName('', Math.random);
  const registry: Engine = createRegistry({
    scheme,
    storage: { prefix, create: services.create, update: services.update, delete: services.delete },
    cache,
    checksNamespaces: plugins.includes(namespaceLifecycle),
    admission: [
      ...makePlugins(plugins, { shelves, mayDo, makeSuffix, giveWay }),
      ...createAccessPlugins({ authorizer: services, held: services, registry: () => registry }),
    ],
    answerQuestion: (place, object, caller, options) =>
      services.answerQuestion({ place: nameOfPlace(place), object, caller, options }),
    expirySeconds,
    gates: createFieldGates(gatesOff),
  });
  shelves.attach(registry);
  return { scheme, registry };
}
