/** Validates pod templates, for all workload kinds. Paths are relative to the template. */
import { validateAnnotations, validateLabels } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { validatePodAnnotations } from './pod-annotations.rules.ts';
import { validateSeccompMatch } from './pod-seccomp.rules.ts';
import { validatePodSpec } from './pod-spec.rules.ts';
import type { PodTemplateSpec } from './pod-template-spec.ts';

export function validatePodTemplateSpec(template: PodTemplateSpec, report: Report): void {
  const { spec } = template;
  validatePodTemplateMetadata(template, report);
  report.within('spec', () => {
    validatePodSpec(spec, '', report);
    validateSeccompMatch(template, report);
  });
  if ((spec.ephemeralContainers ?? []).length > 0) {
    report.forbidden('spec.ephemeralContainers', 'ephemeral containers not allowed in pod template');
  }
}

/** Clients know these paths without `metadata`. */
export function validatePodTemplateMetadata({ metadata, spec }: PodTemplateSpec, report: Report): void {
  validateLabels(metadata.labels, 'labels', report);
  validateAnnotations(metadata.annotations, 'annotations', report);
  validatePodAnnotations({ annotations: metadata.annotations, spec }, 'annotations', report);
}

/** Rules of `validatePodTemplateSpec`, for the reference documentation. */
export const podTemplateRules: readonly string[] = [
  'The template has at least one container; names of containers and init containers are DNS labels and differ.',
  'Every container names an image. Ports, environment variables, probes and mounts are well formed.',
  'Every volume has a name of its own and exactly one source; containers mount only volumes that the template has.',
  'No resource is requested beyond its limit.',
  'The template has no ephemeral containers.',
];
