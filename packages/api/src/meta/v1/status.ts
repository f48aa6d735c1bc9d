/** The answer to a request that has no object as its answer, above all a failed one. */
import { field, int32, kind, list, message, optional, string, type TypeOf, usually } from '@keelson/schema';

import { listMetadata } from './list-meta.ts';

export const StatusCause = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.StatusCause',
  {
    reason: field(
      1,
      usually(
        'FieldValueNotFound',
        'FieldValueRequired',
        'FieldValueDuplicate',
        'FieldValueInvalid',
        'FieldValueNotSupported',
        'UnexpectedServerResponse',
        'FieldManagerConflict',
        'ResourceVersionTooLarge',
      ),
      { about: 'Machine-readable type of the error; empty if unknown.' },
    ),
    message: field(2, string, { about: 'Human-readable explanation of the error.' }),
    field: field(3, string, {
      about: 'JSON path of the offending field, such as `spec.ports[0].port`; empty if not about a field.',
    }),
  },
  { about: 'One of the errors behind a failed request.' },
);
export type StatusCause = TypeOf<typeof StatusCause>;

export const StatusDetails = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails',
  {
    name: field(1, string, { about: 'Name of the object concerned, if it has one.' }),
    group: field(2, string, { about: 'API group of the object concerned.' }),
    kind: field(3, string, { about: 'Kind or resource concerned.' }),
    uid: field(6, string, { about: 'UID of the object concerned.' }),
    causes: field(4, list(StatusCause), { about: 'The single errors behind the failure.' }),
    retryAfterSeconds: field(5, int32, {
      about: 'Seconds to wait before trying again, or before taking the alternative action.',
    }),
  },
  { about: 'What a Status refers to and what exactly went wrong.' },
);
export type StatusDetails = TypeOf<typeof StatusDetails>;

export const Status = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Status',
  {
    metadata: listMetadata,
    status: field(2, string, { about: 'Outcome of the request: Success or Failure.' }),
    message: field(3, string, { about: 'Human-readable explanation of the outcome.' }),
    reason: field(
      4,
      usually(
        'Unauthorized',
        'Forbidden',
        'NotFound',
        'AlreadyExists',
        'Conflict',
        'Gone',
        'Invalid',
        'ServerTimeout',
        'Timeout',
        'TooManyRequests',
        'BadRequest',
        'MethodNotAllowed',
        'NotAcceptable',
        'RequestEntityTooLarge',
        'UnsupportedMediaType',
        'InternalError',
        'Expired',
        'ServiceUnavailable',
      ),
      { about: 'Machine-readable cause of a failure in one word; empty if unknown.' },
    ),
    details: optional(5, StatusDetails, {
      about: 'Further facts about the failure; their meaning depends on `reason`.',
    }),
    code: field(6, int32, { about: 'HTTP status code that belongs to this outcome; 0 if not set.' }),
  },
  { about: 'The outcome of a request that returns no object, mostly an error.' },
);
export type Status = TypeOf<typeof Status>;
