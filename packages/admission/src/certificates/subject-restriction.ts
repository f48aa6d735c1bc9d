/** Rejects certificate requests for clients of this server in the group `system:masters`. */
import type { CertificateSigningRequest } from '@keelson/api';

import type { AdmissionPlugin } from '../plugin.ts';
import { isAbout, isOneOf, objectOf, refuse } from '../request.ts';
import { readSubject } from './read-subject.ts';

/** The signer whose certificates authenticate clients of this server. */
const clientSigner = 'kubernetes.io/kube-apiserver-client';
const masters = 'system:masters';

export function certificateSubjectRestriction(): AdmissionPlugin {
  return {
    name: 'CertificateSubjectRestriction',
    concerns: (request) => isAbout(request, 'certificates', 'certificatesigningrequests') && isOneOf(request, 'create'),
    validate: (request) => {
      const { spec } = objectOf<CertificateSigningRequest>(request);
      if (spec.signerName !== clientSigner) return undefined;
      const subject = readSubject(Buffer.from(spec.request ?? '', 'base64').toString('latin1'));
      if (!subject.ok) return refuse(request, `failed to parse CSR: ${subject.message}`);
      if (!subject.organizations.includes(masters)) return undefined;
      return refuse(request, `use of ${clientSigner} signer with ${masters} group is not allowed`);
    },
  };
}
