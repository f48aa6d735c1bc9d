/**
 * What is done on writes of certificate requests. Who asks is filled in by whoever
 * knows the caller; requests, usages and approvals are not checked here.
 */
import type { ResourceHooks } from '@keelson/schema';

import { statusHooks } from '../../rules/status-hooks.ts';
import { type CertificateSigningRequest, CertificateSigningRequestStatus } from './certificate-signing-request.ts';

export const certificateSigningRequestRules = ['The spec stays: updates of it are left out.'];

const forStatus = statusHooks(CertificateSigningRequestStatus);

export const certificateSigningRequestHooks: ResourceHooks<CertificateSigningRequest> = {
  ...forStatus,
  prepareForUpdate(object, old) {
    object.spec = old.spec;
    forStatus.prepareForUpdate(object, old);
  },
};
