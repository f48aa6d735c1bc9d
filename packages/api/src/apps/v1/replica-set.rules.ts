/** Prepares and validates writes of replica sets. */
import type { ResourceHooks } from '@keelson/schema';

import { templateWarnings } from '../../core/v1/pod-template.warnings.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { type ReplicaSet, ReplicaSetStatus } from './replica-set.ts';
import {
  validateReplicatedTemplate,
  validateWorkload,
  validateWorkloadUpdate,
  type WorkloadKind,
} from './workload.rules.ts';

const replicaSetKind: WorkloadKind = {
  // Clients know the message under this name, as deployments came first.
  noun: 'deployment',
  maker: 'ReplicaSet',
  validateTemplate: validateReplicatedTemplate,
};

export const replicaSetHooks: ResourceHooks<ReplicaSet> = {
  ...templateWarnings<ReplicaSet>('spec.template', ({ spec }) => spec.template),
  ...statusHooks(ReplicaSetStatus),
  validateCreate: (object, report) => validateWorkload(object, replicaSetKind, report),
  validateUpdate: (object, old, report) => validateWorkloadUpdate(object, old, replicaSetKind, report),
};
