/** Validates updates of a pod's annotations: those that its node has acted on stay as they are. */
import type { Report } from '@keelson/schema';

import { appArmorOfContainers } from './app-armor-annotations.ts';
import { mirrorAnnotation } from './mirror-annotation.ts';
import { validatePodAnnotations } from './pod-annotations.rules.ts';
import type { Pod } from './pod.ts';

const path = 'metadata.annotations';

/** Runs the rules of all pods' annotations, too: clients know their causes as those of the update. */
export function validateAnnotationChanges({ metadata, spec }: Pod, old: Pod, report: Report): void {
  const { annotations } = metadata;
  const before = old.metadata.annotations;
  for (const [key, value] of Object.entries(before ?? {})) {
    const kept = annotations !== undefined && Object.hasOwn(annotations, key) && annotations[key] === value;
    if (!kept) forbid(key, 'may not remove or update', report);
  }
  for (const key of Object.keys(annotations ?? {})) {
    if (before === undefined || !Object.hasOwn(before, key)) forbid(key, 'may not add', report);
  }
  validatePodAnnotations({ annotations, spec, before }, path, report);
}

function forbid(key: string, change: string, report: Report): void {
  if (key.startsWith(appArmorOfContainers)) report.forbidden(`${path}[${key}]`, `${change} AppArmor annotations`);
  if (key === mirrorAnnotation) report.forbidden(`${path}[${key}]`, `${change} mirror pod annotation`);
}
