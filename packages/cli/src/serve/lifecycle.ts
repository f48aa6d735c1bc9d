/** Flags about the life of the API: the emulated release, the versions and features that are on, hidden metrics. */
import {
  featureGatesOff,
  featureGateStates,
  findFeatureGateFault,
  findFeatureGateWarnings,
  parseEmulatedRelease,
  previousRelease,
} from '@keelson/api';
import type { Release } from '@keelson/schema';
import type { ServerConfiguration } from '@keelson/server';

import { UsageError } from '../terminal.ts';
import { parseMetricLabels } from './metric-flags.ts';
import type { ServeValues } from './values.ts';

type Lifecycle = Pick<
  ServerConfiguration,
  | 'disabledMetrics'
  | 'metricLabels'
  | 'release'
  | 'runtimeConfig'
  | 'features'
  | 'gatesOff'
  | 'showHiddenMetricsFor'
  | 'startWarnings'
>;

/** `controllers` are those that run here: the defaults of some gates follow them. */
export function lifecycleOf(values: ServeValues, controllers: readonly string[]): Lifecycle {
  const release = releaseOf(values['emulated-version']);
  const showHiddenMetricsFor = hiddenMetricsOf(values['show-hidden-metrics-for-version'], release);
  const gates = switchesOf('feature-gates', values['feature-gates']);
  const fault = findFeatureGateFault(gates);
  if (fault !== undefined) throw new UsageError(`--feature-gates: ${fault}`);
  return {
    release,
    runtimeConfig: switchesOf('runtime-config', values['runtime-config']),
    features: featureGateStates(gates, controllers),
    gatesOff: featureGatesOff(gates, controllers),
    disabledMetrics: new Set(values['disabled-metrics']),
    metricLabels: parseMetricLabels(values['allow-metric-labels']),
    startWarnings: findFeatureGateWarnings(gates),
    ...(showHiddenMetricsFor !== undefined && { showHiddenMetricsFor }),
  };
}

function releaseOf(text: string): Release {
  const parsed = parseEmulatedRelease(text);
  if (parsed.ok) return parsed.release;
  throw new UsageError(`--emulated-version ${parsed.message}`);
}

/** Metrics are shown again for one release after they were hidden. */
function hiddenMetricsOf(text: string | undefined, release: Release): Release | undefined {
  const previous = previousRelease(release);
  if (text === undefined || text === previous) return text;
  throw new UsageError(
    `--show-hidden-metrics-for-version must be omitted or have the value '${previous ?? ''}'. Only the previous minor version is allowed`,
  );
}

/** The words for true and false that kube-apiserver reads. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['0', 'f', 'F', 'false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

export function switchesOf(flag: string, settings: ReadonlyMap<string, string>): ReadonlyMap<string, boolean> {
  return new Map(
    [...settings].map(([key, value]) => {
      const isOn = booleans.get(value);
      if (isOn === undefined) throw new UsageError(`--${flag} ${key}=${value}: say true or false`);
      return [key, isOn];
    }),
  );
}
