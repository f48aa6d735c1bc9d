/** API version certificates.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { certificateSigningRequests } from './certificate-signing-request.resource.ts';

export const certificatesV1: ApiVersion = {
  group: 'certificates.{domain}',
  version: 'v1',
  resources: [certificateSigningRequests],
  kinds: [],
};
