/** The metrics of a process, as configured, with those of the process itself. */
import { addProcessMetrics, createMetrics, mergePrinted, type Metrics } from '@keelson/telemetry';

import type { ServerConfiguration } from './configuration.ts';
import type { LinkedMetrics } from './processes/linked-metrics.ts';

type MetricsConfiguration = Pick<
  ServerConfiguration,
  'logger' | 'release' | 'showHiddenMetricsFor' | 'disabledMetrics' | 'metricLabels'
>;

export function createConfiguredMetrics(configuration: MetricsConfiguration): Metrics {
  const { logger, release, showHiddenMetricsFor: showHiddenFor } = configuration;
  const metrics = createMetrics({
    release,
    logger,
    disabled: configuration.disabledMetrics,
    labelLimits: configuration.metricLabels,
    ...(showHiddenFor !== undefined && { showHiddenFor }),
  });
  addProcessMetrics(metrics);
  return metrics;
}

/** The same metrics, printed as those of the whole replica: what its workers count is one sum, whichever is asked. */
export function printAsReplica(metrics: Metrics, link: { readonly metrics: LinkedMetrics } | undefined): Metrics {
  if (link === undefined) return metrics;
  link.metrics.provide(() => metrics.print());
  return {
    ...metrics,
    print: async () => {
      const { own, others } = await link.metrics.ofReplica();
      const text = mergePrinted([own.text, ...others], { declared: metrics.declared() });
      return { contentType: own.contentType, text };
    },
  };
}
