/** Prepares and validates writes of pods, beyond the rules for all pod templates. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { validateTrimmedImage } from './container.rules.ts';
import { validateAnnotationChanges } from './pod-annotation-changes.rules.ts';
import { validatePodAnnotations } from './pod-annotations.rules.ts';
import { qosClassOf } from './pod-qos.ts';
import { validateSeccompMatch } from './pod-seccomp.rules.ts';
import { syncSeccomp } from './pod-seccomp.ts';
import { validatePodSpec } from './pod-spec.rules.ts';
import { validatePodStatusUpdate } from './pod-status.rules.ts';
import { warnOfPod } from './pod-template.warnings.ts';
import { validatePodSpecUpdate } from './pod-update.rules.ts';
import type { Pod } from './pod.ts';

export const podRules = [
  'Names of containers and init containers are DNS labels and differ; every container names an image without blanks around it.',
  'Every volume has a name of its own and exactly one source; containers mount only volumes of the pod.',
  'No resource is requested beyond its limit.',
  'A token of a service account is only projected where serviceAccountName is set.',
  'Ephemeral containers come with the subresource ephemeralcontainers alone.',
  'Of the spec only images, activeDeadlineSeconds (downwards) and new tolerations change; terminationGracePeriodSeconds may become 1 where it was negative.',
  'A write of the status cannot revive a container that its restart policy leaves ended.',
];

export const podHooks: ResourceHooks<Pod> = {
  // Updates are mostly made by machines, and are not warned of.
  warnOnCreate: (pod) => warnOfPod(pod),
  prepareForCreate(pod) {
    syncSeccomp(pod);
    pod.status = { phase: 'Pending', qosClass: qosClassOf(pod.spec) };
  },
  prepareForUpdate(pod, old) {
    pod.status = old.status;
  },
  prepareForStatusUpdate(pod, old) {
    pod.spec = old.spec;
    // Deletion and ownership are the business of the object itself.
    delete pod.metadata.deletionTimestamp;
    if (old.metadata.ownerReferences === undefined) delete pod.metadata.ownerReferences;
    else pod.metadata.ownerReferences = old.metadata.ownerReferences;
  },
  validateCreate(pod, report) {
    validatePod(pod, report);
    if ((pod.spec.ephemeralContainers ?? []).length > 0) {
      report.forbidden('spec.ephemeralContainers', 'cannot be set on create');
    }
    report.within('spec', () => validateSeccompMatch(pod, report));
  },
  validateUpdate(pod, old, report) {
    validatePod(pod, report, old);
    validateAnnotationChanges(pod, old, report);
    report.within('spec', () => validatePodSpecUpdate(pod.spec, old.spec, report));
  },
  validateStatusUpdate: validatePodStatusUpdate,
};

/** `old` is absent for a new pod. */
export function validatePod({ metadata, spec }: Pod, report: Report, old?: Pod): void {
  const { annotations } = metadata;
  validatePodAnnotations({ annotations, spec, before: old?.metadata.annotations }, 'metadata.annotations', report);
  report.within('spec', () => {
    validatePodSpec(spec, metadata.name ?? '', report);
    validateTokens(spec, report);
    eachItem(report, 'containers', spec.containers, (container) => validateTrimmedImage(container, report));
    eachItem(report, 'initContainers', spec.initContainers, (container) => validateTrimmedImage(container, report));
  });
}

function validateTokens({ serviceAccountName = '', volumes }: Pod['spec'], report: Report): void {
  if (serviceAccountName !== '') return;
  eachItem(report, 'volumes', volumes, ({ projected }) => {
    eachItem(report, 'projected.sources', projected?.sources, ({ serviceAccountToken }) => {
      if (serviceAccountToken === undefined) return;
      report.forbidden('serviceAccountToken', 'must not be specified when serviceAccountName is not set');
    });
  });
}
