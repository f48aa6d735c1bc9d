/** A reference to an object in whatever version it is served. */
import { field, message, required, string, type TypeOf } from '@keelson/schema';

export const CrossVersionObjectReference = message(
  'io.k8s.api.autoscaling.v1.CrossVersionObjectReference',
  {
    kind: required(1, string, { about: 'Kind of the object.' }),
    name: required(2, string, { about: 'Name of the object.' }),
    apiVersion: field(3, string, { about: 'API version of the object.' }),
  },
  { about: 'Points to an object by kind, name and API version.', structType: 'atomic' },
);
export type CrossVersionObjectReference = TypeOf<typeof CrossVersionObjectReference>;
