/** The state of a certificate request, as its conditions and its certificate tell it. */
import { readRequestBlock, type CertificateSigningRequest } from '@keelson/api';

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

/** The request in DER: the block that validation and admission have judged. The API keeps its PEM text in base64. */
export function requestDerOf({ spec }: CertificateSigningRequest): Buffer {
  return readRequestBlock(Buffer.from(spec.request ?? '', 'base64').toString('latin1')) ?? Buffer.alloc(0);
}

/** With one condition more. The server fills in its times. */
export function withRequestCondition(
  request: CertificateSigningRequest,
  condition: Pick<RequestCondition, 'type' | 'reason' | 'message'>,
): object {
  const conditions = [...(request.status.conditions ?? []), { ...condition, status: 'True' }];
  return { ...request, status: { ...request.status, conditions } };
}
