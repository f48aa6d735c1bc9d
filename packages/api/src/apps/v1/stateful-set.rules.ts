/** Prepares and validates writes of stateful sets. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { templateWarnings } from '../../core/v1/pod-template.warnings.ts';
import { validatePodTemplateMetadata } from '../../core/v1/pod-template-spec.rules.ts';
import { isSame } from '../../rules/is-same.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { type StatefulSet, StatefulSetStatus } from './stateful-set.ts';
import { validateWorkload, type WorkloadKind, workloadRules } from './workload.rules.ts';

export const statefulSetRules = [
  ...workloadRules,
  'An update changes replicas, template, updateStrategy, persistentVolumeClaimRetentionPolicy and minReadySeconds only.',
];

const statefulSetKind: WorkloadKind = {
  noun: 'statefulset',
  maker: 'StatefulSet',
  // Volume claim templates add volumes that the pod template lacks, so only its metadata can be validated.
  validateTemplate: ({ template }, report) => validatePodTemplateMetadata(template, report),
};

export const statefulSetHooks: ResourceHooks<StatefulSet> = {
  ...templateWarnings<StatefulSet>('spec.template', ({ spec }) => spec.template),
  ...statusHooks(StatefulSetStatus),
  validateCreate: (object, report) => validateWorkload(object, statefulSetKind, report),
  validateUpdate(object, old, report) {
    validateWorkload(object, statefulSetKind, report);
    validateUnchanged(object, old, report);
  },
};

const fixed = [
  'selector',
  'volumeClaimTemplates',
  'serviceName',
  'podManagementPolicy',
  'revisionHistoryLimit',
] as const;

function validateUnchanged({ spec }: StatefulSet, { spec: old }: StatefulSet, report: Report): void {
  if (fixed.every((key) => isSame(spec[key], old[key]))) return;
  const detail =
    "updates to statefulset spec for fields other than 'replicas', 'template', 'updateStrategy', " +
    "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  report.forbidden('spec', detail);
}
