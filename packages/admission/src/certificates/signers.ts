/** CertificateApproval and CertificateSigning: to approve or sign a request takes the right to do so for its signer. */
import type { CertificateSigningRequest } from '@keelson/api';

import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { isAbout, isOneOf, objectOf, oldObjectOf, refuse } from '../request.ts';
import type { MayDo } from '../rights.ts';
import { mayUseSigner } from './signer-rights.ts';

const concerns = (subresource: string) => (request: AdmissionRequest) =>
  isAbout(request, 'certificates', 'certificatesigningrequests', subresource) && isOneOf(request, 'update');

export function certificateApproval(mayDo: MayDo): AdmissionPlugin {
  return {
    name: 'CertificateApproval',
    concerns: concerns('approval'),
    validate: async (request) => {
      const { signerName } = objectOf<CertificateSigningRequest>(request).spec;
      if (await mayUseSigner(mayDo, request, 'approve', signerName)) return undefined;
      return refuse(request, `user not permitted to approve requests with signerName ${JSON.stringify(signerName)}`);
    },
  };
}

export function certificateSigning(mayDo: MayDo): AdmissionPlugin {
  return {
    name: 'CertificateSigning',
    concerns: concerns('status'),
    validate: async (request) => {
      const { status } = objectOf<CertificateSigningRequest>(request);
      const old = oldObjectOf<CertificateSigningRequest>(request);
      // A write that leaves the status alone does not sign.
      if (isSame(status, old.status)) return undefined;
      const { signerName } = old.spec;
      if (await mayUseSigner(mayDo, request, 'sign', signerName)) return undefined;
      return refuse(request, `user not permitted to sign requests with signerName ${JSON.stringify(signerName)}`);
    },
  };
}

type CertificateStatus = CertificateSigningRequest['status'];

function isSame(one: CertificateStatus, other: CertificateStatus): boolean {
  const told = ({ certificate, conditions }: CertificateStatus): string =>
    JSON.stringify([certificate ?? '', conditions ?? []]);
  return told(one) === told(other);
}
