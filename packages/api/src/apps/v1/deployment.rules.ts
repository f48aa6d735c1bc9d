/** Prepares and validates writes of deployments. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { templateWarnings } from '../../core/v1/pod-template.warnings.ts';
import { checkAtMostAll, checkIntOrPercent, isZeroLimit } from '../../rules/int-or-percent.ts';
import { isSame } from '../../rules/is-same.ts';
import { keepMetadata } from '../../rules/keep-metadata.ts';
import { reportNegative } from '../../rules/report-negative.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import {
  type Deployment,
  DeploymentStatus,
  type DeploymentStrategy,
  type RollingUpdateDeployment,
} from './deployment.ts';
import {
  checkAtMost,
  checkCollisions,
  checkNotNegative,
  replicaCountRules,
} from '../../core/v1/replica-counts.rules.ts';
import {
  replicatedWorkloadRules,
  validateReplicatedTemplate,
  validateWorkload,
  validateWorkloadUpdate,
  type WorkloadKind,
} from './workload.rules.ts';

export const deploymentRules = [
  ...replicatedWorkloadRules,
  'Limits of a rolling update are given for that type only, are numbers or percentages, and are not both 0.',
  'progressDeadlineSeconds is greater than minReadySeconds.',
  'A write of the status keeps the labels.',
  ...replicaCountRules,
];

const deploymentKind: WorkloadKind = {
  noun: 'deployment',
  maker: 'ReplicaSet',
  badSelector: 'final',
  validateTemplate: validateReplicatedTemplate,
};
const forStatus = statusHooks(DeploymentStatus);

export const deploymentHooks: ResourceHooks<Deployment> = {
  ...templateWarnings<Deployment>('spec.template', ({ spec }) => spec.template),
  ...forStatus,
  prepareForUpdate(object, old) {
    forStatus.prepareForUpdate(object, old);
    countAnnotations(object, old);
  },
  prepareForStatusUpdate(object, old) {
    forStatus.prepareForStatusUpdate(object, old);
    keepMetadata(object, old, ['labels']);
  },
  validateCreate(object, report) {
    validateWorkload(object, deploymentKind, report);
    validateRollout(object, report);
  },
  validateUpdate(object, old, report) {
    validateWorkloadUpdate(object, old, deploymentKind, report);
    validateRollout(object, report);
  },
  validateStatusUpdate: validateStatus,
};

/** Annotations count as a change of the desired state: a rollout carries them on to its replica sets. */
function countAnnotations({ metadata }: Deployment, { metadata: before }: Deployment): void {
  if (isSame(metadata.annotations ?? {}, before.annotations ?? {})) return;
  metadata.generation = Number(before.generation ?? 0) + 1;
}

function validateRollout({ spec }: Deployment, report: Report): void {
  report.within('spec.strategy', () => validateStrategy(spec.strategy, report));
  report.within('spec', () =>
    reportNegative(report, spec, ['minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds']),
  );
  const { progressDeadlineSeconds: deadline, minReadySeconds = 0 } = spec;
  if (deadline !== undefined && deadline <= minReadySeconds) {
    report.invalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds');
  }
}

function validateStrategy({ type, rollingUpdate }: DeploymentStrategy, report: Report): void {
  if (type === 'Recreate') {
    if (rollingUpdate === undefined) return;
    report.forbidden('rollingUpdate', "may not be specified when strategy `type` is 'Recreate'");
  } else if (type !== 'RollingUpdate') report.notSupported('', { type }, ['Recreate', 'RollingUpdate']);
  else if (rollingUpdate !== undefined) report.within('rollingUpdate', () => validatePace(rollingUpdate, report));
}

function validatePace({ maxUnavailable = 0, maxSurge = 0 }: RollingUpdateDeployment, report: Report): void {
  checkIntOrPercent(report, 'maxUnavailable', maxUnavailable);
  checkIntOrPercent(report, 'maxSurge', maxSurge);
  if (isZeroLimit(maxUnavailable) && isZeroLimit(maxSurge)) {
    report.invalid('maxUnavailable', maxUnavailable, 'may not be 0 when `maxSurge` is 0');
  }
  checkAtMostAll(report, 'maxUnavailable', maxUnavailable);
}

const parts = ['updatedReplicas', 'readyReplicas', 'availableReplicas'] as const;

function validateStatus({ status }: Deployment, { status: old }: Deployment, report: Report): void {
  checkNotNegative(
    status,
    ['observedGeneration', 'replicas', ...parts, 'unavailableReplicas', 'collisionCount'],
    report,
  );
  for (const key of parts) checkAtMost(status, [key, 'replicas'], 'status.replicas', report);
  checkAtMost(status, ['availableReplicas', 'readyReplicas'], 'readyReplicas', report);
  checkCollisions(status, old, report);
}
