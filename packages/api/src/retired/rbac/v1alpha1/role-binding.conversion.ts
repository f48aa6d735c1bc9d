/**
 * Bindings of v1alpha1 and the stored v1. Subjects name a group instead of a version, and the user `*`, once every
 * authenticated user, becomes the group of these.
 */
import type { Conversion } from '@keelson/schema';

import type { Subject as ServedSubject } from '../../../rbac/v1/role-ref.ts';
import type { Subject } from './role-binding.ts';

interface Binding<S> {
  subjects?: S[];
}

export const bindingConversion: Conversion<Binding<Subject>> = {
  toHub: ({ subjects, ...binding }) => ({ ...binding, ...(subjects && { subjects: subjects.map(toServed) }) }),
  fromHub: ({ subjects, ...binding }: Binding<ServedSubject>) => ({
    ...binding,
    ...(subjects && { subjects: subjects.map(fromServed) }),
  }),
};

function toServed({ apiVersion = '', ...subject }: Subject): ServedSubject {
  const apiGroup = apiVersion.slice(0, Math.max(0, apiVersion.lastIndexOf('/')));
  const everyone = subject.kind === 'User' && subject.name === '*';
  return {
    ...subject,
    ...(everyone && { kind: 'Group', name: 'system:authenticated' }),
    ...(apiGroup !== '' && { apiGroup }),
  };
}

function fromServed({ apiGroup = '', ...subject }: ServedSubject): Subject {
  const apiVersion = versionOf(subject.kind, apiGroup);
  return { ...subject, ...(apiVersion !== '' && { apiVersion }) };
}

function versionOf(kind: string, apiGroup: string): string {
  if (apiGroup !== '') return `${apiGroup}/v1alpha1`;
  return kind === 'ServiceAccount' ? 'v1' : '';
}
