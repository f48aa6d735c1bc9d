/** CertificateSigningRequest before v1: the signer could be left open. */
import { kind, message, optional, required, string, type TypeOf } from '@keelson/schema';

import {
  CertificateSigningRequest as ServedRequest,
  CertificateSigningRequestSpec as ServedSpec,
} from '../../../certificates/v1/certificate-signing-request.ts';

export const CertificateSigningRequestSpec = message(
  'io.k8s.api.certificates.v1beta1.CertificateSigningRequestSpec',
  { ...ServedSpec.fields, signerName: optional(7, string, { about: 'Signer to use; unset means the oldest one.' }) },
  { about: 'What certificate is wanted, from which signer, and by whom.' },
);
export type CertificateSigningRequestSpec = TypeOf<typeof CertificateSigningRequestSpec>;

export const CertificateSigningRequest = kind(
  'io.k8s.api.certificates.v1beta1.CertificateSigningRequest',
  {
    ...ServedRequest.fields,
    spec: required(2, CertificateSigningRequestSpec, { about: 'The request itself.' }),
  },
  { about: 'Asks a signer for an X.509 certificate, once the request is approved.' },
);
export type CertificateSigningRequest = TypeOf<typeof CertificateSigningRequest>;
