/** Prepares and validates writes of replica sets. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { templateWarnings } from '../../core/v1/pod-template.warnings.ts';
import { checkImmutable } from '../../rules/immutable-field.ts';
import { repeated } from '../../rules/repeated.ts';
import { reportNegative } from '../../rules/report-negative.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { type ReplicaSet, ReplicaSetStatus } from './replica-set.ts';
import { validateReplicaCounts } from '../../core/v1/replica-counts.rules.ts';
import { validateReplicatedTemplate, validateWorkload, type WorkloadKind } from './workload.rules.ts';

const replicaSetKind: WorkloadKind = {
  // Clients know the message under this name, as deployments came first.
  noun: 'deployment',
  maker: 'ReplicaSet',
  badSelector: 'final',
  validateTemplate: validateReplicatedTemplate,
};

export const replicaSetHooks: ResourceHooks<ReplicaSet> = {
  ...templateWarnings<ReplicaSet>('spec.template', ({ spec }) => spec.template),
  ...statusHooks(ReplicaSetStatus),
  validateCreate: validateReplicaSet,
  validateUpdate(object, old, report) {
    repeated(report, () => validateReplicaSet(object, report));
    checkImmutable(report, 'spec.selector', object.spec.selector, old.spec.selector);
  },
  validateStatusUpdate: ({ status }, _old, report) => validateReplicaCounts(status, report),
};

function validateReplicaSet(object: ReplicaSet, report: Report): void {
  report.within('spec', () => reportNegative(report, object.spec, ['replicas', 'minReadySeconds']));
  validateWorkload(object, replicaSetKind, report);
}
