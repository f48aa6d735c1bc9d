/** Puts the parts together. What serves requests is there at once; the controllers are started once the server writes. */
import type { Callouts, ResolveService, TargetCredentials } from '@keelson/callouts';
import type { Informers, RecordQueue } from '@keelson/informers';
import type { Registry } from '@keelson/registry';
import type { Release, Resource, Scheme } from '@keelson/schema';
import type { Connect, Forward, Registrations, RemoteOpenapi } from '@keelson/surface';
import type { Logger, Metrics } from '@keelson/telemetry';

import { openApiServices } from './api-services/api-services.ts';
import { startAutomanagedController, type AutomanagedController } from './automanaged/automanaged-controller.ts';
import { createWantedServices } from './automanaged/wanted-services.ts';
import { startAvailabilityController, type AvailabilityController } from './availability/availability-controller.ts';
import { createAvailabilityMetrics } from './availability/availability-metrics.ts';
import { createDiscoveryCheck } from './availability/check-discovery.ts';
import { createConnect } from './connect/create-connect.ts';
import type { AgentSettings } from './connect/node-agents.ts';
import type { RemoteOf } from './contract.ts';
import { createRegistrations } from './discovery/registrations.ts';
import { createRemoteResources } from './discovery/remote-resources.ts';
import { createRegenerationMetrics } from './openapi/regeneration-metrics.ts';
import { createRemoteOpenapi } from './openapi/remote-openapi.ts';
import { createForward } from './proxy/forward-request.ts';
import { createRemoteApis, type RemoteApis } from './remote/remote-apis.ts';

export interface AggregationParts {
  readonly scheme: Scheme;
  /** Served, and part of every document of discovery. */
  readonly isListed: (resource: Resource) => boolean;
  /** The release that is served. */
  readonly release: Release;
  readonly informers: Informers;
  readonly registry: Registry;
  readonly callouts: Pick<Callouts, 'call' | 'open'>;
  readonly resolveService: ResolveService;
  /** The front-proxy certificate, of this moment. */
  readonly credentials: () => TargetCredentials;
  readonly agents: AgentSettings;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly metrics: Metrics;
  readonly record?: RecordQueue | undefined;
  readonly logger: Logger;
}

export interface Aggregation {
  readonly remoteOf: RemoteOf;
  /** All group versions that other servers serve. */
  readonly remotes: Pick<RemoteApis, 'all' | 'onChange'>;
  /** Carries requests for remote APIs over to their servers. */
  readonly forward: Forward;
  /** Carries requests over to nodes, pods and endpoints. */
  readonly connect: Connect;
  readonly registrations: Registrations;
  /** The documents of remote servers. */
  readonly openapi: RemoteOpenapi;
  /**
   * Starts the controllers: custom resources must be served by then. Resolves when the APIServices of what is served here
   * have been made.
   */
  start(): Promise<void>;
  /** To be called when custom resources have come or gone. */
  renewCustom(): void;
  /** To be called when the front-proxy certificate has changed. */
  renewCredentials(): void;
  /** Resolves when no APIService is in work any more. */
  stop(): Promise<void>;
}

export function openAggregation(parts: AggregationParts): Aggregation {
  const { scheme, informers, callouts, resolveService, credentials } = parts;
  const apiServices = openApiServices(informers);
  const remotes = createRemoteApis({ apiServices, credentials });
  const remoteResources = createRemoteResources({ callouts, remotes });
  let hasBegun = false;
  const registrations = createRegistrations({
    apiServices,
    remoteResources,
    domain: scheme.domain,
    hasBegun: () => hasBegun,
  });
  const metrics = createAvailabilityMetrics(parts.metrics);
  const ending = new AbortController();
  const openapi = createRemoteOpenapi({
    callouts,
    remotes,
    signal: ending.signal,
    metrics: createRegenerationMetrics(parts.metrics),
    logger: parts.logger,
  });
  const checkDiscovery = createDiscoveryCheck({ callouts, resolveService, signal: ending.signal });
  let availability: AvailabilityController | undefined;
  let automanaged: AutomanagedController | undefined;
  return {
    remoteOf: remotes.remoteOf,
    remotes,
    forward: createForward({ remoteOf: remotes.remoteOf, callouts, resolveService }),
    connect: createConnect(parts),
    registrations,
    openapi,
    start: async () => {
      await apiServices.informer.whenSynced();
      if (ending.signal.aborted) return;
      availability = startAvailabilityController({ ...parts, apiServices, remotes, checkDiscovery, metrics });
      const wanted = createWantedServices(parts);
      automanaged = startAutomanagedController({ ...parts, apiServices, wanted, domain: scheme.domain });
      await automanaged.whenBegun;
      hasBegun = true;
    },
    renewCustom: () => automanaged?.renewCustom(),
    renewCredentials: () => remotes.renewCredentials(),
    stop: async () => {
      ending.abort();
      registrations.stop();
      remotes.stop();
      await Promise.all([availability?.stop(), automanaged?.stop()]);
    },
  };
}
