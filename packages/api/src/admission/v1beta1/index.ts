/** API version admission.{domain}/v1beta1: not served; the bodies of calls to admission webhooks. */
import type { ApiVersion } from '../../api-version.ts';
import { declareAdmissionReview } from '../declare-admission-review.ts';

export const AdmissionReview = declareAdmissionReview('v1beta1');

export const admissionV1beta1: ApiVersion = {
  group: 'admission.{domain}',
  version: 'v1beta1',
  resources: [],
  kinds: [AdmissionReview],
};
