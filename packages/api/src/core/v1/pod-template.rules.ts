/** Validates writes of PodTemplates. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { validatePodTemplateSpec } from './pod-template-spec.rules.ts';
import { templateWarnings } from './pod-template.warnings.ts';
import type { PodTemplate } from './pod-template.ts';

export const podTemplateHooks: ResourceHooks<PodTemplate> = {
  ...templateWarnings<PodTemplate>('template', ({ template }) => template),
  validateCreate: validatePodTemplate,
  validateUpdate: (object, _old, report) => validatePodTemplate(object, report),
};

function validatePodTemplate({ template }: PodTemplate, report: Report): void {
  report.within('template', () => validatePodTemplateSpec(template, report));
}
