/** References from one object to another, by name or by kind and name. */
import { field, message, nullable, required, string, type TypeOf } from '@keelson/schema';

export const LocalObjectReference = message(
  'io.k8s.api.core.v1.LocalObjectReference',
  {
    name: field(1, string, { about: 'Name of the object.' }),
  },
  { about: 'Points to an object in the same namespace.', structType: 'atomic' },
);
export type LocalObjectReference = TypeOf<typeof LocalObjectReference>;

export const ObjectReference = message(
  'io.k8s.api.core.v1.ObjectReference',
  {
    kind: field(1, string, { about: 'Kind of the object.' }),
    namespace: field(2, string, { about: 'Namespace of the object; empty for cluster-scoped ones.' }),
    name: field(3, string, { about: 'Name of the object.' }),
    uid: field(4, string, { about: 'UID of the object, to tell it from a later one of the same name.' }),
    apiVersion: field(5, string, { about: 'Group and version of the kind.' }),
    resourceVersion: field(6, string, { about: 'Version of the object that is meant.' }),
    fieldPath: field(7, string, { about: 'Part of the object that is meant, such as spec.containers{web}.' }),
  },
  { about: 'Points to any object, or to a part of one.', structType: 'atomic' },
);
export type ObjectReference = TypeOf<typeof ObjectReference>;

export const SecretReference = message(
  'io.k8s.api.core.v1.SecretReference',
  {
    name: field(1, string, { about: 'Name of the secret.' }),
    namespace: field(2, string, { about: 'Namespace of the secret.' }),
  },
  { about: 'Points to a secret in any namespace.', structType: 'atomic' },
);
export type SecretReference = TypeOf<typeof SecretReference>;

export const TypedLocalObjectReference = message(
  'io.k8s.api.core.v1.TypedLocalObjectReference',
  {
    apiGroup: nullable(1, string, { about: 'API group of the object; unset means the core group.' }),
    kind: required(2, string, { about: 'Kind of the object.' }),
    name: required(3, string, { about: 'Name of the object.' }),
  },
  { about: 'Points to an object of any kind in the same namespace.', structType: 'atomic' },
);
export type TypedLocalObjectReference = TypeOf<typeof TypedLocalObjectReference>;
