/** The client of all servers that this one calls, with the addresses of Services as this server knows them. */
import { createServiceResolver } from '@keelson/aggregator';
import { createCallouts, type Callouts, type ResolveService } from '@keelson/callouts';
import type { Informers } from '@keelson/informers';
import type { Metrics } from '@keelson/telemetry';

import type { ServerConfiguration } from './configuration.ts';

export interface OpenCallouts {
  readonly callouts: Callouts;
  readonly resolveService: ResolveService;
}

export function openCallouts(
  { callouts: { usesEndpoints } }: ServerConfiguration,
  informers: Informers,
  metrics: Metrics,
): OpenCallouts {
  const resolveService = createServiceResolver(informers, { usesEndpoints, random: Math.random });
  return { resolveService, callouts: createCallouts({ resolveService, metrics }) };
}
