/** The state of a certificate request, as its conditions and its certificate tell it. */
import type { CertificateSigningRequest } from '@keelson/api';

export type RequestCondition = NonNullable<CertificateSigningRequest['status']['conditions']>[number];

/** Approved, denied or failed: the first condition of that type. */
export function requestConditionOf(
  { status }: CertificateSigningRequest,
  wanted: 'Approved' | 'Denied' | 'Failed',
): RequestCondition | undefined {
  return status.conditions?.find(({ type }) => type === wanted);
}

export function isIssued({ status }: CertificateSigningRequest): boolean {
  return (status.certificate ?? '') !== '';
}

/** The PKCS#10 text of the request, which the API keeps in base64. */
export function requestTextOf({ spec }: CertificateSigningRequest): string {
  return Buffer.from(spec.request ?? '', 'base64').toString('utf8');
}

/** With one condition more. The server fills in its times. */
export function withRequestCondition(
  request: CertificateSigningRequest,
  condition: Pick<RequestCondition, 'type' | 'reason' | 'message'>,
): object {
  const conditions = [...(request.status.conditions ?? []), { ...condition, status: 'True' }];
  return { ...request, status: { ...request.status, conditions } };
}
