/** What admission.{domain}/v1 holds: nothing that is served, but what webhooks are sent. */
import type { ApiVersion } from '../../api-version.ts';
import { declareAdmissionReview } from '../declare-admission-review.ts';

export const AdmissionReview = declareAdmissionReview('v1');

export const admissionV1: ApiVersion = {
  group: 'admission.{domain}',
  version: 'v1',
  resources: [],
  kinds: [AdmissionReview],
};
