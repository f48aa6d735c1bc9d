/** Prepares and validates writes of replication controllers. */
import { stringMapValue, type Report, type ResourceHooks } from '@keelson/schema';

import { replicaCountRules, validateReplicaCounts } from './replica-counts.rules.ts';
import { repeated } from '../../rules/repeated.ts';
import { reportNegative } from '../../rules/report-negative.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { podTemplateRules, validatePodTemplateSpec } from './pod-template-spec.rules.ts';
import { templateWarnings } from './pod-template.warnings.ts';
import { type ReplicationController, ReplicationControllerStatus } from './replication-controller.ts';
import { validateSharedDisks, validateWorkloadTemplate, workloadTemplateRules } from './workload-template.rules.ts';

export const replicationControllerRules = [
  'selector and template are required, and the labels of the template have all that the selector asks for.',
  ...workloadTemplateRules,
  ...podTemplateRules,
  'Several pods mount the same disk of Google Compute Engine only for reading.',
  ...replicaCountRules,
];

export const replicationControllerHooks: ResourceHooks<ReplicationController> = {
  ...templateWarnings<ReplicationController>('spec.template', ({ spec }) => spec.template),
  ...statusHooks(ReplicationControllerStatus),
  validateCreate: validateController,
  validateUpdate: (object, _old, report) => repeated(report, () => validateController(object, report)),
  validateStatusUpdate: ({ status }, _old, report) => validateReplicaCounts(status, report),
};

function validateController({ spec }: ReplicationController, report: Report): void {
  const { selector = {}, template } = spec;
  // Clients know the two numbers on both sides of the selector.
  report.within('spec', () => {
    reportNegative(report, spec, ['minReadySeconds']);
    if (Object.keys(selector).length === 0) report.required('selector');
    reportNegative(report, spec, ['replicas']);
  });
  if (template === undefined) {
    report.required('spec.template');
    return;
  }
  const labels = template.metadata.labels ?? {};
  const isMatch = Object.entries(selector).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
  if (!isMatch) {
    const path = 'spec.template.metadata.labels';
    report.invalid(path, stringMapValue(template.metadata.labels), '`selector` does not match template `labels`');
  }
  report.within('spec.template', () => {
    validatePodTemplateSpec(template, report);
    if ((spec.replicas ?? 0) > 1) validateSharedDisks(template, report);
    validateWorkloadTemplate(template, 'ReplicationController', report);
  });
}
