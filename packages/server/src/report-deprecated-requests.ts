/** The reporter of deprecated requests as configured: absent where its interval is 0 or its reports are not served. */
import { setTimeout as delay } from 'node:timers/promises';

import { createDeprecatedRequestReporter, type DeprecatedRequestReporter } from '@keelson/controllers';
import type { Informers } from '@keelson/informers';
import type { RegistryEngine } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import type { Metrics } from '@keelson/telemetry';

import type { ServerConfiguration } from './configuration.ts';
import { isServedBy } from './runtime-config.ts';

export interface ReportingParts {
  readonly scheme: Scheme;
  readonly registry: RegistryEngine;
  readonly informers: Informers;
}

/** A store that does not answer does not hold up the end of the server. */
const patienceMs = 2_000;

export function reportDeprecatedRequests(
  { reportIntervalMs: intervalMs, runtimeConfig, release, logger }: ServerConfiguration,
  { scheme, registry, informers }: ReportingParts,
  metrics: Metrics,
): DeprecatedRequestReporter | undefined {
  const isServed = isServedBy(runtimeConfig, release);
  const isOn = scheme.resources().some((each) => each.purpose?.kind === 'deprecatedRequest' && isServed(each));
  if (intervalMs === 0 || !isOn) return undefined;
  const reporter = createDeprecatedRequestReporter({ scheme, registry, informers, metrics, intervalMs, logger });
  reporter.start();
  return {
    ...reporter,
    stop: () => Promise.race([reporter.stop(), delay(patienceMs, undefined, { ref: false })]),
  };
}
