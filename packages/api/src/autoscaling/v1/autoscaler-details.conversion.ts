/**
 * Details that autoscaling/v1 has no fields for: it keeps metrics, readings, conditions and behavior in annotations,
 * and one of the metrics in a field. The form that later versions give them is not known here.
 */
import type { ObjectMeta } from '../../meta/v1/object-meta.ts';
import type { HorizontalPodAutoscalerBehavior } from '../v2/scaling-behavior.ts';
import { HorizontalPodAutoscalerCondition } from './autoscaler-condition.ts';
import { cpuReading, isCpuReadingAlone, joinMetrics, readPercentageOf, splitMetrics } from './cpu-metric.conversion.ts';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts';
import { readBehavior, writeBehavior } from './kept-behavior.conversion.ts';
import { readItems, writeItems } from './kept-items.conversion.ts';
import type { KeptItem } from './kept-items.conversion.ts';
import { MetricSpec } from './metric-spec.ts';
import { MetricStatus } from './metric-status.ts';

export interface Details {
  readonly metrics: readonly KeptItem<MetricSpec>[];
  readonly readings: readonly KeptItem<MetricStatus>[];
  readonly conditions: readonly HorizontalPodAutoscalerCondition[];
  readonly behavior: HorizontalPodAutoscalerBehavior | undefined;
}

/** The part that is the same in all versions. */
export interface Outline {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: Pick<HorizontalPodAutoscaler['spec'], 'scaleTargetRef' | 'minReplicas' | 'maxReplicas'>;
  readonly status: Omit<HorizontalPodAutoscaler['status'], 'currentCPUUtilizationPercentage'>;
}

const prefix = 'autoscaling.alpha.kubernetes.io/';
export const metricsAnnotation = `${prefix}metrics`;
export const readingsAnnotation = `${prefix}current-metrics`;
export const conditionsAnnotation = `${prefix}conditions`;
export const behaviorAnnotation = `${prefix}behavior`;
export const annotationsOfSpec: readonly string[] = [metricsAnnotation, behaviorAnnotation];
export const annotationsOfStatus: readonly string[] = [readingsAnnotation, conditionsAnnotation];
export const annotationsOfDetails: readonly string[] = [...annotationsOfSpec, ...annotationsOfStatus];

/** Loses nothing: the rules of a write see all that its version said. */
export function toStored(outline: Outline, details: Details): HorizontalPodAutoscaler {
  const { percentage, kept } = splitMetrics(details.metrics);
  const { readings } = details;
  const keptReadings = isCpuReadingAlone(readings, percentageRead(details)) ? [] : readings;
  const stored = writeDetails(outline, { ...details, metrics: kept, readings: keptReadings });
  const read = percentageRead(details);
  return {
    ...stored,
    spec: { ...stored.spec, ...(percentage !== undefined && { targetCPUUtilizationPercentage: percentage }) },
    status: { ...stored.status, ...(read !== undefined && { currentCPUUtilizationPercentage: read }) },
  };
}

function percentageRead({ readings }: Details): number | undefined {
  return readings.map(readPercentageOf).findLast((each) => each !== undefined);
}

/** Details in annotations, as they are; the percentage read in its field too. */
export function writeDetails({ metadata, spec, status, ...type }: Outline, details: Details): HorizontalPodAutoscaler {
  const { metrics, readings, conditions, behavior } = details;
  const read = percentageRead(details);
  const annotated = withAnnotations(withoutDetails(metadata), {
    [metricsAnnotation]: metrics.length > 0 ? writeItems(MetricSpec, metrics) : undefined,
    [readingsAnnotation]: readings.length > 0 ? writeItems(MetricStatus, readings) : undefined,
    [conditionsAnnotation]: conditions.length > 0 ? writeConditions(conditions) : undefined,
    [behaviorAnnotation]: behavior && writeBehavior(behavior),
  });
  return {
    ...type,
    metadata: annotated,
    spec,
    status: { ...status, ...(read !== undefined && { currentCPUUtilizationPercentage: read }) },
  };
}

export function fromStored(stored: HorizontalPodAutoscaler): { readonly outline: Outline; readonly details: Details } {
  const { metadata, spec, status, ...type } = stored;
  const { targetCPUUtilizationPercentage: percentage, ...sameSpec } = spec;
  const { currentCPUUtilizationPercentage: read, ...sameStatus } = status;
  const { metrics = [], readings, conditions = [], behavior } = readDetails(metadata);
  const fromPercentage = read === undefined ? [] : [cpuReading(read)];
  return {
    outline: { ...type, metadata: withoutDetails(metadata), spec: sameSpec, status: sameStatus },
    details: {
      metrics: joinMetrics({ percentage, kept: metrics }),
      readings: readings ?? fromPercentage,
      conditions,
      behavior,
    },
  };
}

/** Absent where there is no annotation, or none that can be read. */
export function readDetails({ annotations = {} }: ObjectMeta): Partial<Details> {
  const read = <T>(name: string, parse: (text: string) => T | undefined): T | undefined => {
    const text = annotations[name];
    return text === undefined ? undefined : parse(text);
  };
  const metrics = read(metricsAnnotation, (text) => readItems(MetricSpec, text));
  const readings = read(readingsAnnotation, (text) => readItems(MetricStatus, text));
  const conditions = read(conditionsAnnotation, (text) => readItems(HorizontalPodAutoscalerCondition, text));
  const behavior = read(behaviorAnnotation, readBehavior);
  return {
    ...(metrics && { metrics }),
    ...(readings && { readings }),
    ...(conditions && { conditions: conditions.map(({ item }) => item) }),
    ...(behavior && { behavior }),
  };
}

function writeConditions(conditions: Details['conditions']): string {
  return writeItems(
    HorizontalPodAutoscalerCondition,
    conditions.map((item) => ({ item })),
  );
}

/** Removes the annotations that details are kept in, those that cannot be parsed too. */
function withoutDetails(metadata: ObjectMeta): ObjectMeta {
  const { annotations = {}, ...others } = metadata;
  const kept = Object.entries(annotations).filter(([name]) => !annotationsOfDetails.includes(name));
  if (kept.length === Object.keys(annotations).length) return metadata;
  return kept.length === 0 ? others : { ...others, annotations: Object.fromEntries(kept) };
}

export function withAnnotations(metadata: ObjectMeta, added: Readonly<Record<string, string | undefined>>): ObjectMeta {
  const given = Object.entries(added).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  if (given.length === 0) return metadata;
  return { ...metadata, annotations: { ...metadata.annotations, ...Object.fromEntries(given) } };
}
