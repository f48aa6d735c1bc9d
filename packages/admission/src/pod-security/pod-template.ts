/** Finds the pod template of the workload kinds. */
import type { Pod } from '@keelson/api';

import type { AdmissionRequest } from '../plugin.ts';
import { isAbout, objectOf } from '../request.ts';
import type { PodParts } from './violation.ts';

const holders: readonly (readonly [group: string, plural: string])[] = [
  ['', 'replicationcontrollers'],
  ['apps', 'deployments'],
  ['apps', 'replicasets'],
  ['apps', 'statefulsets'],
  ['apps', 'daemonsets'],
  ['batch', 'jobs'],
];

interface Template {
  readonly metadata?: Pod['metadata'];
  readonly spec?: Pod['spec'];
}

interface Holder {
  readonly spec: { readonly template?: Template; readonly jobTemplate?: Holder };
}

export function holdsTemplate(request: AdmissionRequest): boolean {
  const isHolder = holders.some(([group, plural]) => isAbout(request, group, plural));
  return isHolder || isAbout(request, 'batch', 'cronjobs') || isAbout(request, '', 'podtemplates');
}

export function templateOf(request: AdmissionRequest): PodParts | undefined {
  const isHolder = holders.some(([group, plural]) => isAbout(request, group, plural));
  if (isHolder) return partsOf(objectOf<Holder>(request).spec.template);
  if (isAbout(request, 'batch', 'cronjobs')) return partsOf(objectOf<Holder>(request).spec.jobTemplate?.spec.template);
  return isAbout(request, '', 'podtemplates')
    ? partsOf(objectOf<{ template?: Template }>(request).template)
    : undefined;
}

function partsOf(template: Template | undefined): PodParts | undefined {
  if (template?.spec === undefined) return undefined;
  return { annotations: template.metadata?.annotations ?? {}, spec: template.spec };
}
