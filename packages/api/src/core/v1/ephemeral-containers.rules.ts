/** Prepares and validates writes of a pod's subresource `ephemeralcontainers`. */
import type { Report } from '@keelson/schema';

import { isSame } from '../../rules/is-same.ts';
import { printDifference } from '../../rules/spec-difference.ts';
import { validateAnnotationChanges } from './pod-annotation-changes.rules.ts';
import { validatePod } from './pod.rules.ts';
import type { Pod } from './pod.ts';

/** Nothing of the metadata is taken from such a write, not even who owns what: the write is not recorded there. */
export function prepareForEphemeralContainers(pod: Pod, { metadata: old }: Pod): void {
  const { name, namespace, uid, resourceVersion } = pod.metadata;
  const sent = { name, namespace, uid, resourceVersion };
  pod.metadata = { ...old, ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) };
}

/** Ephemeral containers can be added, never changed or removed. */
export function validateEphemeralContainersUpdate(pod: Pod, old: Pod, report: Report): void {
  validatePod(pod, report, old);
  validateAnnotationChanges(pod, old, report);
  const now = new Map((pod.spec.ephemeralContainers ?? []).map((container) => [container.name, container]));
  const path = 'spec.ephemeralContainers';
  for (const before of old.spec.ephemeralContainers ?? []) {
    const after = now.get(before.name);
    const name = JSON.stringify(before.name);
    if (after === undefined) report.forbidden(path, `existing ephemeral containers ${name} may not be removed\n`);
    else if (!isSame(after, before)) {
      const difference = printDifference(before, after);
      report.forbidden(path, `existing ephemeral containers ${name} may not be changed\n${difference}`);
    }
  }
}
