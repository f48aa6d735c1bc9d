/** What certificates.{domain}/v1 holds. */
import type { ApiVersion } from '../../api-version.ts';
import { certificateSigningRequests } from './certificate-signing-request.resource.ts';

export const certificatesV1: ApiVersion = {
  group: 'certificates.{domain}',
  version: 'v1',
  resources: [certificateSigningRequests],
  kinds: [],
};
