/** Prepares and validates writes of autoscalers of all versions. Paths are those of the latest version. */
import { pathSegmentName } from '@keelson/meta';
import type { Conversion, Message, Report, ResourceHooks, TypeOf } from '@keelson/schema';

import { isGateOn } from '../feature-gates/is-gate-on.ts';
import { reportFormat } from '../rules/report-format.ts';
import { statusHooks } from '../rules/status-hooks.ts';
import { annotationsOfSpec, annotationsOfStatus } from './v1/autoscaler-details.conversion.ts';
import type { HorizontalPodAutoscaler as StoredAutoscaler } from './v1/horizontal-pod-autoscaler.ts';
import { horizontalPodAutoscalerConversion } from './v2/horizontal-pod-autoscaler.conversion.ts';
import type { HorizontalPodAutoscaler, HorizontalPodAutoscalerSpec } from './v2/horizontal-pod-autoscaler.ts';
import { validateMetrics } from './v2/metric-spec.rules.ts';
import { validateBehavior } from './v2/scaling-behavior.rules.ts';

export const autoscalerRules = [
  'minReplicas is at least 1, or stays 0, or is 0 while HPAScaleToZero is on; maxReplicas is at least minReplicas.',
  'scaleTargetRef has a kind and a name.',
  'A metric has the one source that its type names, with a target above zero of a kind that fits.',
  'Behavior has windows of at most an hour, and policies of at most half an hour; a direction has one at least.',
  'Replicas in the status are not negative.',
];

interface Status {
  readonly currentReplicas?: number;
  readonly desiredReplicas: number;
}

interface Annotated {
  readonly metadata?: { annotations?: Readonly<Record<string, string>> };
}

type Autoscaler<M extends Message> = Annotated & {
  spec: { readonly minReplicas?: number };
  status: TypeOf<M> & Status;
};

/** What the stored version keeps in annotations is part of the spec or of the status, as the fields of other versions are. */
function takeAnnotations({ metadata }: Annotated, { metadata: from }: Annotated, names: readonly string[]): void {
  if (metadata === undefined) return;
  const { annotations = {} } = metadata;
  const before = from?.annotations ?? {};
  if (!names.some((name) => annotations[name] !== before[name])) return;
  const others = Object.entries(annotations).filter(([name]) => !names.includes(name));
  const taken = Object.entries(before).filter(([name]) => names.includes(name));
  metadata.annotations = Object.fromEntries([...others, ...taken]);
}

/** Of objects in the form that `status` belongs to, which `inLatest` makes one of the latest version. */
export function autoscalerHooks<M extends Message>(
  status: M,
  inLatest: (object: never) => HorizontalPodAutoscaler,
): ResourceHooks<Autoscaler<M>> {
  const specOf = (object: unknown): HorizontalPodAutoscalerSpec => inLatest(object as never).spec;
  const forStatus = statusHooks(status);
  return {
    prepareForCreate(object) {
      forStatus.prepareForCreate(object);
      takeAnnotations(object, {}, annotationsOfStatus);
    },
    prepareForUpdate(object, old) {
      forStatus.prepareForUpdate(object, old);
      takeAnnotations(object, old, annotationsOfStatus);
    },
    prepareForStatusUpdate(object, old) {
      forStatus.prepareForStatusUpdate(object, old);
      takeAnnotations(object, old, annotationsOfSpec);
    },
    validateCreate: (object, report) =>
      report.within('spec', () => validateSpec(specOf(object), leastReplicasOf(report), report)),
    validateUpdate(object, old, report) {
      const leastReplicas = old.spec.minReplicas === 0 ? 0 : leastReplicasOf(report);
      report.within('spec', () => validateSpec(specOf(object), leastReplicas, report));
    },
    validateStatusUpdate: ({ status: written }, _old, report) => validateStatus(written, report),
  };
}

function leastReplicasOf(report: Report): number {
  return isGateOn(report, 'HPAScaleToZero') ? 0 : 1;
}

/** The stored form, which the rules are about, whatever the version of the request. */
export function fromStoredAutoscaler(stored: StoredAutoscaler): HorizontalPodAutoscaler {
  return horizontalPodAutoscalerConversion.fromHub(stored as never) as HorizontalPodAutoscaler;
}

/** A conversion may change its argument. */
export function viaStored({ toHub }: Conversion): (object: never) => HorizontalPodAutoscaler {
  return (object) => fromStoredAutoscaler(toHub(structuredClone(object)) as StoredAutoscaler);
}

function validateSpec(spec: HorizontalPodAutoscalerSpec, leastReplicas: number, report: Report): void {
  const { minReplicas, maxReplicas, scaleTargetRef, metrics, behavior } = spec;
  if (minReplicas !== undefined && minReplicas < leastReplicas) {
    report.invalid('minReplicas', minReplicas, `must be greater than or equal to ${leastReplicas}`);
  }
  if (maxReplicas < 1) report.invalid('maxReplicas', maxReplicas, 'must be greater than 0');
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    report.invalid('maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`');
  }
  for (const key of ['kind', 'name'] as const) {
    const path = `scaleTargetRef.${key}`;
    if (scaleTargetRef[key] === '') report.required(path);
    else reportFormat(report, path, scaleTargetRef[key], pathSegmentName);
  }
  validateMetrics(metrics, minReplicas, report);
  report.within('behavior', () => validateBehavior(behavior, report));
}

function validateStatus(status: Status, report: Report): void {
  for (const key of ['currentReplicas', 'desiredReplicas'] as const) {
    const replicas = status[key] ?? 0;
    if (replicas < 0) report.invalid(`status.${key}`, replicas, 'must be greater than or equal to 0');
  }
}
