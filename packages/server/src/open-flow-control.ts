/** Flow control as configured: by priority and fairness, or by two limits alone. */
import { FlowControl, followConfiguration } from '@keelson/flowcontrol';
import type { Informers } from '@keelson/informers';
import type { ObjectRef } from '@keelson/meta';
import type { RegistryEngine } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import { createFairTurns, createInFlight, flowPages, type Page, type Turns } from '@keelson/surface';
import type { Metrics } from '@keelson/telemetry';

import type { ServerConfiguration } from './configuration.ts';
import { shareInFlight } from './processes/share-limits.ts';

export interface FlowControlParts {
  readonly scheme: Scheme;
  readonly registry: Pick<RegistryEngine, 'storeOf'>;
  readonly informers: Informers;
  readonly metrics: Metrics;
}

export interface OpenFlowControl {
  readonly turns: Turns;
  readonly pages: readonly Page[];
}

/** Ends with the informers. */
export function openFlowControl(
  { limits, workers, domain, logger }: ServerConfiguration,
  { scheme, registry, informers, metrics }: FlowControlParts,
): OpenFlowControl {
  const { readingInFlight: reading, mutatingInFlight: mutating } = shareInFlight(limits, workers);
  const { requestTimeoutMs } = limits;
  if (!limits.hasPriorityAndFairness) return { turns: createInFlight({ reading, mutating }), pages: [] };
  const countObjects = ({ group, version, resource }: ObjectRef): number | undefined => {
    const declared = scheme.resource(group, version, resource);
    return declared && registry.storeOf(declared)?.cache.objectCount();
  };
  const control = new FlowControl({ seats: reading + mutating, requestTimeoutMs, domain, metrics, countObjects });
  followConfiguration({ informers, configuration: control.configuration, logger });
  return { turns: createFairTurns(control), pages: flowPages(control) };
}
