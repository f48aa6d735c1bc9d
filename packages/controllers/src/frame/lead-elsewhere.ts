/**
 * The parts of a leader that reach servers behind the aggregator: the kinds for the garbage collector, the client for
 * their objects, and what empties namespaces there. Writes end with the leadership; the other server cannot fence them.
 */
import type { Informers, RegisteredResources } from '@keelson/informers';
import type { Caller, EmptyElsewhere } from '@keelson/registry';
import type { Logger } from '@keelson/telemetry';

import type { ControllerClient } from '../client/controller-client.ts';
import { accountCaller } from '../client/registry-client.ts';
import { routeClient } from '../client/route-client.ts';
import { openAggregatedServers, type AggregatedParts } from '../remote-api/aggregated-servers.ts';
import { createDiscoveredResources } from '../remote-api/discovered-resources.ts';
import { emptyKinds } from '../remote-api/empty-kinds.ts';
import { createRemoteClient, type WritingPlace } from '../remote-api/remote-client.ts';

export interface LeadElsewhereParts {
  readonly aggregated: AggregatedParts;
  readonly informers: Pick<Informers, 'resources'>;
  readonly place: WritingPlace;
  readonly random: () => number;
  readonly logger: Logger;
}

export interface LedElsewhere {
  /** The kinds of this process, and those of other servers. */
  readonly resources: RegisteredResources;
  /** Requests for objects of other servers go there, as the same user. */
  route(here: ControllerClient, caller: Caller): ControllerClient;
  readonly emptyElsewhere: EmptyElsewhere;
  stop(): void;
}

/** As in kube-controller-manager. */
const collector = accountCaller('generic-garbage-collector');
const emptier = accountCaller('namespace-controller');

export function leadElsewhere({ aggregated, informers, place, random, logger }: LeadElsewhereParts): LedElsewhere {
  const servers = openAggregatedServers(aggregated);
  const resources = createDiscoveredResources({
    declared: informers.resources,
    source: {
      discover: () => servers.discover(collector),
      serverOf: (kind) => servers.serverOf(kind, collector),
      follow: (changed) => aggregated.apis.onChange(changed),
    },
    random,
    logger,
  });
  return {
    resources,
    route: (here, caller) =>
      routeClient(({ resource }) =>
        resources.hasDiscovered(resource) ? createRemoteClient(servers.serverOf(resource, caller), place) : here,
      ),
    emptyElsewhere: async (namespace) =>
      emptyKinds({
        discovered: await servers.discover(emptier),
        serverOf: (kind) => servers.serverOf(kind, emptier),
        namespace,
        signal: place.signal,
      }),
    stop: () => resources.stop(),
  };
}
