/** Maps the metrics of v2 and v2beta2 to the printed form. */
import type { MetricValues, Target } from '../targets.printing.ts';

interface Source {
  readonly target: MetricValues;
}

interface Reading {
  readonly current: MetricValues;
}

interface Alternatives<Part> {
  readonly object?: Part;
  readonly pods?: Part;
  readonly resource?: Part;
  readonly containerResource?: Part;
  readonly external?: Part;
}

interface Autoscaler {
  readonly spec: { readonly metrics?: readonly (Alternatives<Source> & { readonly type: string })[] };
  readonly status: { readonly currentMetrics: readonly Alternatives<Reading>[] | null };
}

const metricTypes = new Map([
  ['Object', 'object'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
  ['ContainerResource', 'containerResource'],
  ['External', 'external'],
] as const);

/** The reading of a metric is the one at its place in the list. */
export function targetsOf({ spec, status }: Autoscaler): Target[] {
  return (spec.metrics ?? []).map((metric, index) => {
    const part = metricTypes.get(metric.type as 'Object');
    const wanted = part && metric[part]?.target;
    if (part === undefined || wanted === undefined) return { type: 'unknown', wanted: {}, current: undefined };
    const type = part === 'containerResource' ? 'resource' : part;
    return { type, wanted, current: status.currentMetrics?.[index]?.[part]?.current };
  });
}
