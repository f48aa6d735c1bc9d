/** The client of all servers that this one calls, with the addresses of Services as this server knows them. */
import { createServiceResolver } from '@keelson/aggregator';
import { createCallouts, type Callouts, type ResolveService } from '@keelson/callouts';
import type { Informers } from '@keelson/informers';
import type { Metrics } from '@keelson/telemetry';

import type { ServerConfiguration } from './configuration.ts';

export interface OpenCallouts {
  readonly callouts: Callouts;
  readonly resolveService: ResolveService;
  /** Services are found from here on: the client is there before the store. */
  findServices(informers: Informers): void;
}

export function openCallouts({ callouts: { usesEndpoints } }: ServerConfiguration, metrics: Metrics): OpenCallouts {
  let resolve: ResolveService = ({ name }) => ({ ok: false, message: `service ${JSON.stringify(name)} not found` });
  const resolveService: ResolveService = (service) => resolve(service);
  return {
    callouts: createCallouts({ resolveService, metrics }),
    resolveService,
    findServices: (informers) => {
      resolve = createServiceResolver(informers, { usesEndpoints, random: Math.random });
    },
  };
}
