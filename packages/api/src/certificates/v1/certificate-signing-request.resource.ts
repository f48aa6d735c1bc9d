/** Resource declaration of CertificateSigningRequest in certificates.{domain}/v1. */
import { pathSegmentNameRule } from '@keelson/meta';
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { certificateSigningRequestColumns } from './certificate-signing-request.columns.ts';
import {
  certificateSigningRequestHooks,
  certificateSigningRequestRules,
  validateApproval,
} from './certificate-signing-request.rules.ts';
import { CertificateSigningRequest, CertificateSigningRequestList } from './certificate-signing-request.ts';

export const certificateSigningRequests = resource({
  group: 'certificates.{domain}',
  version: 'v1',
  kind: 'CertificateSigningRequest',
  plural: 'certificatesigningrequests',
  singular: 'certificatesigningrequest',
  shortNames: ['csr'],
  scope: 'Cluster',
  verbs: allVerbs,
  message: CertificateSigningRequest,
  list: CertificateSigningRequestList,
  subresources: {
    approval: {
      kind: 'part',
      verbs: ['get', 'patch', 'update'],
      writes: ['status.conditions'],
      datesConditions: true,
      validateUpdate: validateApproval,
    },
    status: { ...statusSubresource, datesConditions: true },
  },
  storage: { kind: 'stored', group: 'certificates.{domain}', version: 'v1', prefix: 'certificatesigningrequests' },
  fieldSelectors: {
    'spec.signerName': (request) => request.spec.signerName,
  },
  allowsUnconditionalUpdate: true,
  canCreateOnUpdate: true,
  columns: certificateSigningRequestColumns,
  metadataChecks: { ofUpdate: ['whole', 'changed'], ofPart: ['whole', 'changed'] },
  nameRule: pathSegmentNameRule,
  hooks: certificateSigningRequestHooks,
  rules: certificateSigningRequestRules,
  about: 'Asks a signer for an X.509 certificate, once the request is approved.',
});
