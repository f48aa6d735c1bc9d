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
  'Conditions that do not say when they were written, or last changed, are dated by the server.',
];

const decisions = ['Approved', 'Denied'];

const forStatus = statusHooks(CertificateSigningRequestStatus);

export const certificateSigningRequestHooks: ResourceHooks<CertificateSigningRequest> = {
  ...forStatus,
  prepareForUpdate(object, old) {
    object.spec = old.spec;
    forStatus.prepareForUpdate(object, old);
  },
  prepareForStatusUpdate(object, old) {
    forStatus.prepareForStatusUpdate(object, old);
    for (const type of decisions) keepInstances(object, old, type);
  },
  validateStatusUpdate(object, old, report) {
    for (const type of decisions) {
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

/** Writers of the status repeat decisions as they know them: what stands stays as it is, unless their number differs. */
function keepInstances(object: CertificateSigningRequest, old: CertificateSigningRequest, type: string): void {
  const { conditions } = object.status;
  const kept = conditionsOf(old, type);
  if (conditions === undefined || kept.length !== conditionsOf(object, type).length) return;
  object.status.conditions = conditions.map((each) => (each.type === type ? (kept.shift() ?? each) : each));
}

function wordChange(before: Conditions, after: Conditions): 'remove' | 'add' | undefined {
  if (after.length < before.length) return 'remove';
  return after.length > before.length ? 'add' : undefined;
}
