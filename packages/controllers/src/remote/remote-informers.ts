/** Listers and informers of the kinds of another server. A kind is listed and watched once somebody asks for it. */
import { createInformers, createRegisteredResources, type Informers } from '@keelson/informers';
import type { Resource, Scheme } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import type { RemoteServer } from '../remote-api/remote-api.ts';
import { createRemoteResource, type RemoteResource } from '../remote-api/remote-resource.ts';

export interface RemoteInformersParts {
  readonly server: RemoteServer;
  readonly scheme: Scheme;
  readonly random: () => number;
  readonly logger: Logger;
}

const prefix = '/registry/';

export function createRemoteInformers({ server, scheme, random, logger }: RemoteInformersParts): Informers {
  const followed: RemoteResource[] = [];
  const storedByFolder = new Map<string, Resource>();
  for (const resource of scheme.resources()) {
    const stored = scheme.storageOf(resource);
    if (stored.storage.kind === 'stored') storedByFolder.set(`${prefix}${stored.storage.prefix}/`, stored);
  }
  const resources = createRegisteredResources({
    scheme,
    prefix,
    cache: {
      register: (options) => {
        const resource = storedByFolder.get(options.folder);
        if (resource === undefined) throw new Error(`no kind is stored in ${options.folder}`);
        const created = createRemoteResource(options, { server, resource, random, logger });
        followed.push(created);
        return created;
      },
    },
  });
  const informers = createInformers({ resources, logger });
  return {
    ...informers,
    stop: () => {
      informers.stop();
      for (const each of followed) each.stop();
    },
  };
}
