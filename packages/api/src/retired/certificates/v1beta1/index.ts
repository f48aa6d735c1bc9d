/** Retired API version certificates.{domain}/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { certificateSigningRequests } from '../../../certificates/v1/certificate-signing-request.resource.ts';
import { certificateSigningRequestHooksOf } from '../../../certificates/v1/certificate-signing-request.rules.ts';
import { retire } from '../../retire.ts';
import { certificateSigningRequestConversion } from './certificate-signing-request.conversion.ts';
import { CertificateSigningRequest } from './certificate-signing-request.ts';

const version = { group: 'certificates.{domain}', version: 'v1beta1' } as const;

export const certificatesV1beta1: ApiVersion = {
  ...version,
  resources: [
    retire(certificateSigningRequests, {
      ...version,
      message: CertificateSigningRequest,
      conversion: certificateSigningRequestConversion,
      hooks: certificateSigningRequestHooksOf(true),
    }),
  ],
  kinds: [],
};
