/** API version admission.{domain}/v1: not served; the bodies of calls to admission webhooks. */
import type { ApiVersion } from '../../api-version.ts';
import { declareAdmissionReview } from '../declare-admission-review.ts';

export const AdmissionReview = declareAdmissionReview('v1');

export const admissionV1: ApiVersion = {
  group: 'admission.{domain}',
  version: 'v1',
  resources: [],
  kinds: [AdmissionReview],
};
