/**
 * Seccomp profiles of new pods, which have a field, and had annotations before: one that is given alone is written as the
 * other too, so that nodes before and after the change of 1.19 run a pod alike.
 */
import type { Pod } from './pod.ts';
import type { SeccompProfile } from './security-context.ts';

export const podSeccompAnnotation = 'seccomp.security.alpha.kubernetes.io/pod';
export const containerSeccompAnnotation = 'container.seccomp.security.alpha.kubernetes.io/';

interface Secured {
  securityContext?: { seccompProfile?: SeccompProfile };
}

export function syncSeccomp({ metadata, spec }: Pod): void {
  const sync = (of: Secured, key: string): void => {
    const profile = of.securityContext?.seccompProfile;
    const annotation = metadata.annotations?.[key];
    if (profile !== undefined && annotation === undefined) {
      const text = annotationOf(profile);
      if (text !== undefined) metadata.annotations = { ...metadata.annotations, [key]: text };
    } else if (profile === undefined && annotation !== undefined) {
      const seccompProfile = profileOf(annotation);
      if (seccompProfile !== undefined) of.securityContext = { ...of.securityContext, seccompProfile };
    }
  };
  sync(spec, podSeccompAnnotation);
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    sync(container, `${containerSeccompAnnotation}${container.name}`);
  }
}

function annotationOf({ type, localhostProfile }: SeccompProfile): string | undefined {
  switch (type) {
    case 'Unconfined':
      return 'unconfined';
    case 'RuntimeDefault':
      return 'runtime/default';
    case 'Localhost':
      return localhostProfile === undefined ? undefined : `${localhostPrefix}${localhostProfile}`;
    default:
      return undefined;
  }
}

const localhostPrefix = 'localhost/';

function profileOf(annotation: string): SeccompProfile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' };
  if (annotation === 'runtime/default' || annotation === 'docker/default') return { type: 'RuntimeDefault' };
  const profile = annotation.startsWith(localhostPrefix) ? annotation.slice(localhostPrefix.length) : '';
  return profile === '' ? undefined : { type: 'Localhost', localhostProfile: profile };
}
