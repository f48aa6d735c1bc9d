/** Prepares and validates writes of stateful sets. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { templateWarnings } from '../../core/v1/pod-template.warnings.ts';
import { validatePodTemplateMetadata } from '../../core/v1/pod-template-spec.rules.ts';
import { isSame } from '../../rules/is-same.ts';
import { reportNegative } from '../../rules/report-negative.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import {
  checkAtMost,
  checkCollisions,
  checkNotNegative,
  replicaCountRules,
} from '../../core/v1/replica-counts.rules.ts';
import { type StatefulSet, StatefulSetStatus, type StatefulSetUpdateStrategy } from './stateful-set.ts';
import { validateWorkload, type WorkloadKind, workloadRules } from './workload.rules.ts';

export const statefulSetRules = [
  ...workloadRules,
  'podManagementPolicy is OrderedReady or Parallel; updateStrategy is OnDelete, or RollingUpdate with a partition of at least 0.',
  ...replicaCountRules,
  'An update changes replicas, template, updateStrategy, persistentVolumeClaimRetentionPolicy and minReadySeconds only.',
];

const statefulSetKind: WorkloadKind = {
  noun: 'statefulset',
  maker: 'StatefulSet',
  badSelector: 'wordless',
  // Volume claim templates add volumes that the pod template lacks, so only its metadata can be validated.
  validateTemplate: ({ template }, report) => validatePodTemplateMetadata(template, report),
};

export const statefulSetHooks: ResourceHooks<StatefulSet> = {
  ...templateWarnings<StatefulSet>('spec.template', ({ spec }) => spec.template),
  ...statusHooks(StatefulSetStatus),
  validateCreate: validateStatefulSet,
  validateUpdate(object, old, report) {
    validateStatefulSet(object, report);
    validateUnchanged(object, old, report);
  },
  validateStatusUpdate: validateStatus,
};

const parts = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'] as const;

function validateStatus({ status }: StatefulSet, { status: old }: StatefulSet, report: Report): void {
  checkNotNegative(status, ['replicas', ...parts, 'observedGeneration', 'collisionCount'], report);
  for (const key of parts) checkAtMost(status, [key, 'replicas'], 'status.replicas', report);
  checkAtMost(status, ['availableReplicas', 'readyReplicas'], 'status.readyReplicas', report);
  checkCollisions(status, old, report);
}

function validateStatefulSet(object: StatefulSet, report: Report): void {
  const { podManagementPolicy: policy = '', updateStrategy } = object.spec;
  if (policy === '') report.required('spec.podManagementPolicy');
  else if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    report.invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'");
  }
  validateStrategy(updateStrategy, report);
  report.within('spec', () => reportNegative(report, object.spec, ['replicas', 'minReadySeconds']));
  validateWorkload(object, statefulSetKind, report);
}

function validateStrategy(strategy: StatefulSetUpdateStrategy, report: Report): void {
  const { type = '', rollingUpdate } = strategy;
  const path = 'spec.updateStrategy';
  switch (type) {
    case '':
      report.required(path);
      return;
    case 'OnDelete':
      if (rollingUpdate === undefined) return;
      report.invalid(`${path}.rollingUpdate`, rollingUpdate, "only allowed for updateStrategy 'RollingUpdate'");
      return;
    case 'RollingUpdate':
      if ((rollingUpdate?.partition ?? 0) >= 0) return;
      report.invalid(`${path}.rollingUpdate.partition`, rollingUpdate?.partition, 'must be greater than or equal to 0');
      return;
    default:
      report.invalid(path, strategy, "must be 'RollingUpdate' or 'OnDelete'");
  }
}

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
