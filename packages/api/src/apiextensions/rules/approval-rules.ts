/** The approval of definitions in the groups of the community, which an annotation records. */
import type { Report } from '@keelson/schema';

import type { CustomResourceDefinition } from '../v1/custom-resource-definition.ts';

export const approvalAnnotation = 'api-approved.kubernetes.io';
const protectedDomains = ['k8s.io', 'kubernetes.io'];

export type Approval = 'missing' | 'bypassed' | 'approved' | 'invalid';

export function isProtectedGroup(group: string): boolean {
  return protectedDomains.some((domain) => group === domain || group.endsWith(`.${domain}`));
}

export function readApproval({ metadata }: CustomResourceDefinition): Approval {
  const text = readAnnotation(metadata.annotations);
  if (text === '') return 'missing';
  if (text.startsWith('unapproved')) return 'bypassed';
  return isUrl(text) ? 'approved' : 'invalid';
}

function readAnnotation(annotations: unknown): string {
  const text: unknown = (annotations as Readonly<Record<string, unknown>> | null | undefined)?.[approvalAnnotation];
  return typeof text === 'string' ? text : '';
}

/** With a scheme and a host, and nothing that no address contains. */
function isUrl(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s]/.test(text) && URL.canParse(text);
}

const proposal = 'see https://github.com/kubernetes/enhancements/pull/1111';

/** An approval that an update leaves as it was is not judged again. */
export function checkApproval(
  object: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
  report: Report,
): void {
  if (!isProtectedGroup(object.spec.group)) return;
  const approval = readApproval(object);
  if (old !== undefined && readApproval(old) === approval) return;
  const at = `metadata.annotations[${approvalAnnotation}]`;
  const need = `protected groups must have approval annotation "${approvalAnnotation}"`;
  if (approval === 'missing') report.required(at, `${need}, ${proposal}`);
  if (approval === 'invalid') {
    const detail = `${need} with either a URL or a reason starting with "unapproved", ${proposal}`;
    report.invalid(at, readAnnotation(object.metadata.annotations), detail);
  }
}
