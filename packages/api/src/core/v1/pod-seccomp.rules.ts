/** Seccomp profiles of a pod or a template that are given twice, as annotation and as field, are the same. */
import type { Report } from '@keelson/schema';

import type { PodTemplateSpec } from './pod-template-spec.ts';
import { containerSeccompAnnotation, podSeccompAnnotation } from './pod-seccomp.ts';
import type { SeccompProfile } from './security-context.ts';

type Pod = Pick<PodTemplateSpec, 'metadata' | 'spec'>;

const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;

interface Secured {
  readonly name: string;
  readonly securityContext?: { readonly seccompProfile?: SeccompProfile };
}

/** Reports under the spec. */
export function validateSeccompMatch({ metadata: { annotations }, spec }: Pod, report: Report): void {
  // Most pods have none.
  if (annotations === undefined) return;
  const check = (profile: SeccompProfile | undefined, key: string, at: string): void => {
    const annotation = Object.hasOwn(annotations, key) ? annotations[key] : undefined;
    if (profile === undefined || annotation === undefined) return;
    report.within(`${at}securityContext.seccompProfile`, () => validateMatch(profile, annotation, report));
  };
  check(spec.securityContext?.seccompProfile, podSeccompAnnotation, '');
  for (const list of lists) {
    const containers: readonly Secured[] = spec[list] ?? [];
    containers.forEach(({ name, securityContext }, index) => {
      check(securityContext?.seccompProfile, `${containerSeccompAnnotation}${name}`, `${list}[${index}].`);
    });
  }
}

const localhost = 'localhost/';

const annotationsOf: Readonly<Record<string, (annotation: string) => boolean>> = {
  Unconfined: (annotation) => annotation === 'unconfined',
  RuntimeDefault: (annotation) => annotation === 'runtime/default' || annotation === 'docker/default',
  Localhost: (annotation) => annotation.startsWith(localhost),
};

function validateMatch({ type, localhostProfile }: SeccompProfile, annotation: string, report: Report): void {
  const isOfType = Object.hasOwn(annotationsOf, type) ? annotationsOf[type] : undefined;
  if (isOfType?.(annotation) === false) {
    report.forbidden('type', 'seccomp type in annotation and field must match');
  } else if (type === 'Localhost' && annotation.slice(localhost.length) !== localhostProfile) {
    report.forbidden('localhostProfile', 'seccomp profile in annotation and field must match');
  }
}
