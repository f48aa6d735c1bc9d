/** The rules for RuntimeClasses, in all versions. */
import { dns1123Label, validateLabels } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { validateResourceRequirements } from '../../core/v1/resource-requirements.rules.ts';
import { validateTolerations } from '../../core/v1/toleration.rules.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { RuntimeClass } from './runtime-class.ts';

export const runtimeClassRules = [
  'handler is a DNS label, and stays.',
  'The overhead is in resources that containers may ask for, none of it negative, whole where the resource is.',
  'The node selector has valid labels.',
  'Tolerations are those a pod may have, and none is there twice.',
];

export const runtimeClassHooks: ResourceHooks<RuntimeClass> = {
  validateCreate: validateRuntimeClass,
  validateUpdate(object, old, report) {
    validateRuntimeClass(object, report);
    if (object.handler !== old.handler) report.invalid('handler', object.handler, 'field is immutable');
  },
};

function validateRuntimeClass({ handler, overhead, scheduling }: RuntimeClass, report: Report): void {
  reportFormat(report, 'handler', handler, dns1123Label);
  if (overhead !== undefined) {
    // Clients know the overhead as the limits of a container.
    const limits = overhead.podFixed ?? {};
    report.within('overhead', () => validateResourceRequirements({ limits }, report));
  }
  if (scheduling === undefined) return;
  validateLabels(scheduling.nodeSelector, 'scheduling.nodeSelector', report);
  report.within('scheduling.tolerations', () => validateScheduledTolerations(scheduling.tolerations ?? [], report));
}

type Tolerations = NonNullable<NonNullable<RuntimeClass['scheduling']>['tolerations']>;

/** The path of the list is there twice, but not for repetitions. */
function validateScheduledTolerations(tolerations: Tolerations, report: Report): void {
  validateTolerations(tolerations, 'tolerations', report);
  const seen = new Set<string>();
  tolerations.forEach((toleration, index) => {
    const { key = '', operator = '', value = '', effect = '' } = toleration;
    const identity = JSON.stringify([key, operator, value, effect]);
    if (seen.has(identity)) report.duplicate(`[${index}]`, toleration);
    seen.add(identity);
  });
}
