/** Prepares and validates writes of a pod's subresource `ephemeralcontainers`. */
import type { Report } from '@keelson/schema';

import { isSame } from '../../rules/is-same.ts';
import { validatePod } from './pod.rules.ts';
import type { Pod } from './pod.ts';

/** Nothing else is taken from such a write. */
export function prepareForEphemeralContainers(pod: Pod, old: Pod): void {
  const { ephemeralContainers } = pod.spec;
  pod.spec = { ...old.spec };
  pod.status = old.status;
  if (ephemeralContainers === undefined) delete pod.spec.ephemeralContainers;
  else pod.spec.ephemeralContainers = ephemeralContainers;
}

/** Ephemeral containers can be added, never changed or removed. */
export function validateEphemeralContainersUpdate(pod: Pod, old: Pod, report: Report): void {
  validatePod(pod, report);
  const now = new Map((pod.spec.ephemeralContainers ?? []).map((container) => [container.name, container]));
  const path = 'spec.ephemeralContainers';
  for (const before of old.spec.ephemeralContainers ?? []) {
    const after = now.get(before.name);
    const name = JSON.stringify(before.name);
    if (after === undefined) report.forbidden(path, `existing ephemeral containers ${name} may not be removed\n`);
    else if (!isSame(after, before)) {
      report.forbidden(path, `existing ephemeral containers ${name} may not be changed\n`);
    }
  }
}
