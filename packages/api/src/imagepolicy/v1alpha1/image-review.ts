/** ImageReview: request to an image policy webhook, and its response. */
import { bool, field, kind, list, map, message, required, string } from '@keelson/schema';

import { metadata } from '../../meta/v1/object-meta.ts';

export const ImageReviewContainerSpec = message(
  'io.k8s.api.imagepolicy.v1alpha1.ImageReviewContainerSpec',
  { image: field(1, string, { about: 'The image, by name, tag or digest.' }) },
  { about: 'An image that a container of the pod would run.' },
);

export const ImageReviewSpec = message(
  'io.k8s.api.imagepolicy.v1alpha1.ImageReviewSpec',
  {
    containers: field(1, list(ImageReviewContainerSpec), { about: 'The images of the pod, a container each.' }),
    annotations: field(2, map(string), { about: 'Annotations of the pod that are meant for the judge.' }),
    namespace: field(3, string, { about: 'Namespace of the pod.' }),
  },
  { about: 'The pod whose images are to be judged.' },
);

export const ImageReviewStatus = message(
  'io.k8s.api.imagepolicy.v1alpha1.ImageReviewStatus',
  {
    allowed: required(1, bool, { about: 'Whether all images may run.' }),
    reason: field(2, string, { about: 'Why not, for people.' }),
    auditAnnotations: field(3, map(string), { about: 'Added to the audit event of the request.' }),
  },
  { about: 'The judgement.' },
);

export const ImageReview = kind(
  'io.k8s.api.imagepolicy.v1alpha1.ImageReview',
  {
    metadata,
    spec: required(2, ImageReviewSpec, { about: 'The question.' }),
    status: field(3, ImageReviewStatus, { about: 'The answer.' }),
  },
  { about: 'What a server asks a service that judges images, and what it answers.' },
);
