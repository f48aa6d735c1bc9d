/** Prepares and validates writes of autoscalers of all versions. The rules for metrics and behavior are not here. */
import { pathSegmentName } from '@keelson/meta';
import type { Message, Report, ResourceHooks, TypeOf } from '@keelson/schema';

import { reportFormat } from '../rules/report-format.ts';
import { statusHooks } from '../rules/status-hooks.ts';

export const autoscalerRules = [
  'minReplicas is at least 1, maxReplicas is at least minReplicas.',
  'scaleTargetRef has a kind and a name.',
];

interface Spec {
  readonly scaleTargetRef: { readonly kind: string; readonly name: string };
  readonly minReplicas?: number;
  readonly maxReplicas: number;
}

export function autoscalerHooks<M extends Message>(status: M): ResourceHooks<{ spec: Spec; status: TypeOf<M> }> {
  return {
    ...statusHooks(status),
    validateCreate: ({ spec }, report) => report.within('spec', () => validateSpec(spec, report)),
    validateUpdate: ({ spec }, _old, report) => report.within('spec', () => validateSpec(spec, report)),
  };
}

function validateSpec({ minReplicas, maxReplicas, scaleTargetRef }: Spec, report: Report): void {
  if (minReplicas !== undefined && minReplicas < 1) {
    report.invalid('minReplicas', minReplicas, 'must be greater than or equal to 1');
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
}
