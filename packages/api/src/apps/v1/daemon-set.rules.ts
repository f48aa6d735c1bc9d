/** Prepares and validates writes of daemon sets. */
import type { ResourceHooks } from '@keelson/schema';

import { templateWarnings } from '../../core/v1/pod-template.warnings.ts';
import { podTemplateRules, validatePodTemplateSpec } from '../../core/v1/pod-template-spec.rules.ts';
import { validateSharedDisks } from '../../core/v1/workload-template.rules.ts';
import { isSame } from '../../rules/is-same.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { type DaemonSet, DaemonSetStatus } from './daemon-set.ts';
import { validateWorkload, validateWorkloadUpdate, type WorkloadKind, workloadRules } from './workload.rules.ts';

export const daemonSetRules = [
  ...workloadRules,
  ...podTemplateRules,
  'The pods mount a disk of Google Compute Engine only for reading.',
];

const daemonSetKind: WorkloadKind = {
  noun: 'daemonset',
  maker: 'DaemonSet',
  validateTemplate({ template }, report) {
    validatePodTemplateSpec(template, report);
    validateSharedDisks(template, report);
  },
};
const forStatus = statusHooks(DaemonSetStatus);

export const daemonSetHooks: ResourceHooks<DaemonSet> = {
  ...templateWarnings<DaemonSet>('spec.template', ({ spec }) => spec.template),
  ...forStatus,
  prepareForCreate(object) {
    forStatus.prepareForCreate(object);
    setTemplateGeneration(object, Math.max(1, templateGenerationOf(object)));
  },
  prepareForUpdate(object, old) {
    forStatus.prepareForUpdate(object, old);
    const hasChanged = !isSame(object.spec.template, old.spec.template);
    setTemplateGeneration(object, templateGenerationOf(old) + (hasChanged ? 1 : 0));
  },
  validateCreate: (object, report) => validateWorkload(object, daemonSetKind, report),
  validateUpdate: (object, old, report) => validateWorkloadUpdate(object, old, daemonSetKind, report),
};

/** Counts the changes of the template; a field in versions long gone, of which the annotation is left. */
const annotation = 'deprecated.daemonset.template.generation';

function templateGenerationOf({ metadata }: DaemonSet): number {
  const generation = Number(metadata.annotations?.[annotation] ?? 0);
  return Number.isSafeInteger(generation) ? generation : 0;
}

function setTemplateGeneration({ metadata }: DaemonSet, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [annotation]: String(generation) };
}
