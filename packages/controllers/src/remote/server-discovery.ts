/** The kinds of the server that controllers run against, beside those that are declared here: custom and aggregated ones. */
import type { Informers } from '@keelson/informers';
import { qualify } from '@keelson/meta';
import type { Scheme } from '@keelson/schema';

import { discoverKinds, nameOfVersion } from '../remote-api/discover-kinds.ts';
import type { DiscoverySource } from '../remote-api/discovered-resources.ts';
import type { RemoteServer } from '../remote-api/remote-api.ts';

export interface ServerDiscoveryParts {
  readonly server: RemoteServer;
  readonly scheme: Scheme;
  readonly informers: Pick<Informers, 'informer' | 'resources'>;
}

/** Definitions and APIServices tell when kinds come and go. */
const tellers: readonly unknown[] = ['customResourceDefinition', 'apiService'];

export function createServerDiscovery({ server, scheme, informers }: ServerDiscoveryParts): DiscoverySource {
  const declared = [...scheme.resources()];
  const versions = new Set(declared.map(nameOfVersion));
  const names = new Set(declared.map(({ plural, group }) => qualify(plural, group)));
  return {
    discover: async () => {
      const found = await discoverKinds(server, (version) => !versions.has(nameOfVersion(version)));
      return { ...found, kinds: found.kinds.filter(({ plural, group }) => !names.has(qualify(plural, group))) };
    },
    serverOf: () => server,
    follow: (changed) => {
      const handler = { onAdd: changed, onUpdate: changed, onDelete: changed };
      const telling = informers.resources.where(({ purpose }) => tellers.includes(purpose?.kind));
      const removers = telling.map(({ stored }) => informers.informer<unknown>(stored).addHandler(handler));
      return () => removers.forEach((remove) => remove());
    },
  };
}
