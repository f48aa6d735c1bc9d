/**
 * Prepares and validates writes of certificate requests. Admission fills in the requester, as the caller is not known
 * here. The PEM request, usages and the reasons of approvals are not checked here.
 */
import type { ResourceHooks } from '@keelson/schema';

import { statusHooks } from '../../rules/status-hooks.ts';
import { type CertificateSigningRequest, CertificateSigningRequestStatus } from './certificate-signing-request.ts';

export const certificateSigningRequestRules = [
  'The spec stays: updates of it are left out.',
  'Approvals and denials are made through `approval` alone: a write of the status neither adds, changes nor removes them.',
];

const forStatus = statusHooks(CertificateSigningRequestStatus);

export const certificateSigningRequestHooks: ResourceHooks<CertificateSigningRequest> = {
  ...forStatus,
  prepareForUpdate(object, old) {
    object.spec = old.spec;
    forStatus.prepareForUpdate(object, old);
  },
  validateStatusUpdate(object, old, report) {
    for (const type of ['Approved', 'Denied']) {
      const [before, after] = [conditionsOf(old, type), conditionsOf(object, type)];
      const word = wordChange(before, after);
      if (word !== undefined)
        report.forbidden('status.conditions', `updates may not ${word} a condition of type "${type}"`);
    }
  },
};

type Conditions = NonNullable<CertificateSigningRequest['status']['conditions']>;

function conditionsOf({ status }: CertificateSigningRequest, wanted: string): Conditions {
  return (status.conditions ?? []).filter(({ type }) => type === wanted);
}

function wordChange(before: Conditions, after: Conditions): 'remove' | 'add' | 'modify' | undefined {
  if (after.length < before.length) return 'remove';
  if (after.length > before.length) return 'add';
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : 'modify';
}
