/** Rules for the conditions of certificate requests. What was stored so may stay. */
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import type { CertificateSigningRequest, CertificateSigningRequestStatus } from './certificate-signing-request.ts';

type Conditions = NonNullable<CertificateSigningRequestStatus['conditions']>;

export function conditionsOf({ status }: CertificateSigningRequest, wanted: string): Conditions {
  return (status.conditions ?? []).filter(({ type }) => type === wanted);
}

const statuses = ['False', 'True', 'Unknown'];
const alwaysTrue = ['Approved', 'Denied', 'Failed'];

export function validateRequestConditions(
  { conditions = [] }: CertificateSigningRequestStatus,
  old: CertificateSigningRequestStatus | undefined,
  isLenient: boolean,
  report: Report,
): void {
  const before = old?.conditions ?? [];
  const mayLackType = isLenient || before.some(({ type }) => type === '');
  const mayContradict = hasType(before, 'Approved') && hasType(before, 'Denied');
  const mayRepeat = isLenient || new Set(before.map(({ type }) => type)).size < before.length;
  const seen = new Set<string>();
  eachItem(report, 'status.conditions', conditions, ({ type, status }) => {
    if (type === '' && !mayLackType) report.required('type');
    const allowed = alwaysTrue.includes(type) ? ['True'] : statuses;
    if (status === '') report.required('status');
    else if (!allowed.includes(status)) report.notSupported('status', status, allowed);
    if (!mayContradict && isContradiction(type, seen)) {
      report.invalid('type', type, 'Approved and Denied conditions are mutually exclusive');
    }
    if (!mayRepeat && seen.has(type)) report.duplicate('type', type);
    seen.add(type);
  });
}

function hasType(conditions: Conditions, wanted: string): boolean {
  return conditions.some(({ type }) => type === wanted);
}

function isContradiction(type: string, seen: ReadonlySet<string>): boolean {
  return (type === 'Approved' && seen.has('Denied')) || (type === 'Denied' && seen.has('Approved'));
}
