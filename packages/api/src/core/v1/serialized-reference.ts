/** SerializedReference: an object reference in a self-describing envelope. */
import { field, kind, type TypeOf } from '@keelson/schema';

import { ObjectReference } from './object-reference.ts';

export const SerializedReference = kind(
  'io.k8s.api.core.v1.SerializedReference',
  {
    reference: field(1, ObjectReference, { about: 'The reference.' }),
  },
  { about: 'An object reference in a self-describing envelope.' },
);
export type SerializedReference = TypeOf<typeof SerializedReference>;
