/** Prepares and validates writes of deployments. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { templateWarnings } from '../../core/v1/pod-template.warnings.ts';
import { keepMetadata } from '../../rules/keep-metadata.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { type Deployment, DeploymentStatus, type DeploymentStrategy } from './deployment.ts';
import {
  replicatedWorkloadRules,
  validateReplicatedTemplate,
  validateWorkload,
  validateWorkloadUpdate,
  type WorkloadKind,
} from './workload.rules.ts';

export const deploymentRules = [
  ...replicatedWorkloadRules,
  'Limits of a rolling update are given for that type only, and are not both 0.',
  'progressDeadlineSeconds is greater than minReadySeconds.',
  'A write of the status keeps the labels.',
];

const deploymentKind: WorkloadKind = {
  noun: 'deployment',
  maker: 'ReplicaSet',
  validateTemplate: validateReplicatedTemplate,
};
const forStatus = statusHooks(DeploymentStatus);

export const deploymentHooks: ResourceHooks<Deployment> = {
  ...templateWarnings<Deployment>('spec.template', ({ spec }) => spec.template),
  ...forStatus,
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
};

function validateRollout({ spec }: Deployment, report: Report): void {
  report.within('spec.strategy', () => validateStrategy(spec.strategy, report));
  const { progressDeadlineSeconds: deadline, minReadySeconds = 0 } = spec;
  if (deadline !== undefined && deadline <= minReadySeconds) {
    report.invalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds');
  }
}

function validateStrategy({ type, rollingUpdate }: DeploymentStrategy, report: Report): void {
  if (rollingUpdate === undefined) return;
  if (type === 'Recreate') {
    report.forbidden('rollingUpdate', "may not be specified when strategy `type` is 'Recreate'");
    return;
  }
  const { maxUnavailable, maxSurge } = rollingUpdate;
  if (isNone(maxUnavailable) && isNone(maxSurge)) {
    report.invalid('rollingUpdate.maxUnavailable', maxUnavailable, 'may not be 0 when `maxSurge` is 0');
  }
}

function isNone(limit: number | string | undefined): boolean {
  return limit === 0 || limit === '0%';
}
