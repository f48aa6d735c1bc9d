/** Maps the metrics of v2beta1, which v1 keeps in annotations, to the printed form. */
import type { MetricValues, Target } from '../targets.printing.ts';

interface Amounts {
  readonly targetValue?: string;
  readonly targetAverageValue?: string;
  readonly averageValue?: string;
  readonly targetAverageUtilization?: number;
}

interface Readings {
  readonly currentValue?: string;
  readonly currentAverageValue?: string;
  readonly averageValue?: string;
  readonly currentAverageUtilization?: number;
}

interface Alternatives<Part> {
  readonly object?: Part;
  readonly pods?: Part;
  readonly resource?: Part;
  readonly containerResource?: Part;
  readonly external?: Part;
}

type Metric = Alternatives<Amounts> & { readonly type: string };

const parts = new Map<string, keyof Alternatives<unknown>>([
  ['Object', 'object'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
  ['ContainerResource', 'containerResource'],
  ['External', 'external'],
]);

/** The reading of a metric is the one at its place in the list. */
export function oldTargetsOf(metrics: readonly Metric[], readings: readonly Alternatives<Readings>[]): Target[] {
  return metrics.map((metric, index) => {
    const part = parts.get(metric.type);
    const amounts = part && metric[part];
    if (part === undefined || amounts === undefined) return { type: 'unknown', wanted: {}, current: undefined };
    const type = part === 'containerResource' ? 'resource' : part;
    const reading = readings[index]?.[part];
    return { type, wanted: wantedOf(amounts), current: reading && currentOf(reading) };
  });
}

function wantedOf({ targetValue, targetAverageValue, averageValue, targetAverageUtilization }: Amounts): MetricValues {
  const average = targetAverageValue ?? averageValue;
  return {
    ...(targetValue !== undefined && { value: targetValue }),
    ...(average !== undefined && { averageValue: average }),
    ...(targetAverageUtilization !== undefined && { averageUtilization: targetAverageUtilization }),
  };
}

function currentOf(reading: Readings): MetricValues {
  const average = reading.currentAverageValue ?? reading.averageValue;
  return {
    ...(reading.currentValue !== undefined && { value: reading.currentValue }),
    ...(average !== undefined && { averageValue: average }),
    ...(reading.currentAverageUtilization !== undefined && { averageUtilization: reading.currentAverageUtilization }),
  };
}
