/** The approval that definitions in protected groups need, which an annotation states. */
import { quote } from '@keelson/schema';

import type { ConditionState } from '../definition/conditions.ts';
import type { Definition } from '../definition/definition.ts';

export const approvalAnnotation = 'api-approved.kubernetes.io';

const type = 'KubernetesAPIApprovalPolicyConformant';
const protectedSuffixes = ['k8s.io', 'kubernetes.io'];

/** Undefined for groups that need none. */
export function approvalCondition({ spec, metadata }: Definition): ConditionState | undefined {
  if (!isProtected(spec.group)) return undefined;
  const value = metadata.annotations?.[approvalAnnotation] ?? '';
  if (value === '') {
    const message = `protected groups must have approval annotation ${quote(approvalAnnotation)}, see https://github.com/kubernetes/enhancements/pull/1111`;
    return { type, status: 'False', reason: 'MissingAnnotation', message };
  }
  if (value.startsWith('unapproved')) {
    return { type, status: 'False', reason: 'UnapprovedAnnotation', message: `not approved: ${quote(value)}` };
  }
  if (URL.canParse(value))
    return { type, status: 'True', reason: 'ApprovedAnnotation', message: `approved in ${value}` };
  const message = `protected groups must have approval annotation ${quote(approvalAnnotation)} with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111`;
  return { type, status: 'False', reason: 'InvalidAnnotation', message };
}

function isProtected(group: string): boolean {
  return protectedSuffixes.some((suffix) => group === suffix || group.endsWith(`.${suffix}`));
}
