/** ConversionReview: a conversion call to a webhook and its answer. */
import { kind, list, message, optional, rawExtension, required, string, type TypeOf } from '@keelson/schema';

import { Status } from '../../meta/v1/status.ts';

export const ConversionRequest = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionRequest',
  {
    uid: required(1, string, { about: 'Identifies this call; repeated in the response.' }),
    desiredAPIVersion: required(2, string, { about: 'Group and version to convert to, such as `example.com/v1`.' }),
    objects: required(3, list(rawExtension), { about: 'Custom resources to convert.' }),
  },
  { about: 'Objects sent to a webhook for conversion.' },
);
export type ConversionRequest = TypeOf<typeof ConversionRequest>;

export const ConversionResponse = message(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionResponse',
  {
    uid: required(1, string, { about: 'Must equal the uid of the request.' }),
    convertedObjects: required(2, list(rawExtension), {
      about: 'The converted objects, in request order; empty if conversion failed.',
    }),
    result: required(3, Status, { about: 'Outcome of the conversion: status Success, or Failure with a message.' }),
  },
  { about: 'Converted objects returned by a webhook.' },
);
export type ConversionResponse = TypeOf<typeof ConversionResponse>;

export const ConversionReview = kind(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionReview',
  {
    request: optional(1, ConversionRequest, { about: 'What to convert; set by the API server.' }),
    response: optional(2, ConversionResponse, { about: 'Result; set by the webhook.' }),
  },
  { about: 'A conversion call to a webhook and its answer.' },
);
export type ConversionReview = TypeOf<typeof ConversionReview>;
