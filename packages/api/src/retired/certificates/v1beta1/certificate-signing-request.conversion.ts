/**
 * Certificate requests of v1beta1 and the stored v1, which has no defaults: signer,
 * usages and the status of conditions are written out.
 */
import type { Conversion } from '@keelson/schema';

import type { CertificateSigningRequest as ServedRequest } from '../../../certificates/v1/certificate-signing-request.ts';
import type { CertificateSigningRequest } from './certificate-signing-request.ts';

const openSigner = 'kubernetes.io/legacy-unknown';
const openUsages = ['digital signature', 'key encipherment'];

export const certificateSigningRequestConversion: Conversion<CertificateSigningRequest> = {
  toHub({ spec, status, ...others }): ServedRequest {
    const { signerName = '', usages = [...openUsages] } = spec;
    const signer = signerName === '' ? openSigner : signerName;
    return { ...others, spec: { ...spec, signerName: signer, usages }, status: withStatuses(status) };
  },
  fromHub({ spec, ...others }: ServedRequest): CertificateSigningRequest {
    const { signerName, ...same } = spec;
    return { ...others, spec: { ...same, ...(signerName !== '' && { signerName }) } };
  },
};

/** A condition once held by being there. */
function withStatuses({ conditions, ...status }: ServedRequest['status']): ServedRequest['status'] {
  if (conditions === undefined) return status;
  return { ...status, conditions: conditions.map((each) => (each.status === '' ? { ...each, status: 'True' } : each)) };
}
