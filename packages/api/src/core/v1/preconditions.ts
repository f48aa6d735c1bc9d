/** What must hold before an object is changed. */
import { message, optional, string, type TypeOf } from '@keelson/schema';

export const Preconditions = message(
  'io.k8s.api.core.v1.Preconditions',
  {
    uid: optional(1, string, { about: 'UID the object must have.' }),
  },
  { about: 'Facts about an object that must hold for a request to go ahead; obsolete.' },
);
export type Preconditions = TypeOf<typeof Preconditions>;
