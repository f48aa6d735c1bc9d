/** The rules for bindings, with or without a namespace. Whether role and subjects exist is not asked. */
import { dns1123Subdomain, pathSegmentName } from '@keelson/meta';
import { quote, verbatim, type Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { groupOfBinding } from './binding.defaults.ts';
import type { RoleBinding } from './role-binding.ts';
import type { RoleRef, Subject } from './role-ref.ts';

export const bindingRules = [
  'roleRef is of the API group of the binding itself, and its name may be any path segment.',
  'Subjects are of kind User, Group or ServiceAccount and have a name.',
  'Users and groups are of the API group of the binding, service accounts of none.',
  'roleRef stays; to grant another role, make another binding.',
];

export interface BindingRules {
  readonly roleKinds: readonly string[];
  /** A service account without a namespace is one of the binding's. */
  readonly isNamespaced: boolean;
}

type Binding = Pick<RoleBinding, 'apiVersion' | 'roleRef' | 'subjects'>;

export function validateBinding(binding: Binding, rules: BindingRules, report: Report): void {
  const group = groupOfBinding(binding);
  const { apiGroup, kind, name } = binding.roleRef;
  if (apiGroup !== group) report.notSupported('roleRef.apiGroup', apiGroup, [group]);
  if (!rules.roleKinds.includes(kind)) report.notSupported('roleRef.kind', kind, rules.roleKinds);
  if (name === '') report.required('roleRef.name');
  else reportFormat(report, 'roleRef.name', name, pathSegmentName);
  eachItem(report, 'subjects', binding.subjects, (subject) => validateSubject(subject, group, rules, report));
}

export function validateBindingUpdate(binding: Binding, old: Binding, rules: BindingRules, report: Report): void {
  // Twice, as clients of the API see it.
  validateBinding(binding, rules, report);
  validateBinding(binding, rules, report);
  const { apiGroup, kind, name } = binding.roleRef;
  if (apiGroup === old.roleRef.apiGroup && kind === old.roleRef.kind && name === old.roleRef.name) return;
  report.invalid('roleRef', printRoleRef(binding.roleRef), 'cannot change roleRef');
}

function validateSubject(subject: Subject, group: string, { isNamespaced }: BindingRules, report: Report): void {
  const { kind, name, apiGroup = '', namespace = '' } = subject;
  if (name === '') report.required('name');
  switch (kind) {
    case 'ServiceAccount':
      if (name !== '') reportFormat(report, 'name', name, dns1123Subdomain);
      if (apiGroup !== '') report.notSupported('apiGroup', apiGroup, ['']);
      if (!isNamespaced && namespace === '') report.required('namespace');
      break;
    case 'User':
    case 'Group':
      if (apiGroup !== group) report.notSupported('apiGroup', apiGroup, [group]);
      break;
    default:
      report.notSupported('kind', kind, ['ServiceAccount', 'User', 'Group']);
  }
}

function printRoleRef({ apiGroup, kind, name }: RoleRef) {
  return verbatim(`rbac.RoleRef{APIGroup:${quote(apiGroup)}, Kind:${quote(kind)}, Name:${quote(name)}}`);
}
