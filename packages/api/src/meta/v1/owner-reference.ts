/** References from an object to its owners. */
import { bool, message, optional, required, string, uid, type TypeOf } from '@keelson/schema';

export const OwnerReference = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference',
  {
    apiVersion: required(5, string, { about: "Group and version of the owner's kind." }),
    kind: required(1, string, { about: 'Kind of the owner.' }),
    name: required(3, string, { about: 'Name of the owner.' }),
    uid: required(4, uid, { about: 'UID of the owner; an owner recreated under the same name does not match.' }),
    controller: optional(6, bool, {
      about: 'True if this owner is the managing controller; at most one reference may say so.',
    }),
    blockOwnerDeletion: optional(7, bool, {
      about: 'True makes foreground deletion of the owner wait until this object is gone.',
    }),
  },
  {
    about: 'Points from an object to one of its owners in the same namespace, or at cluster scope.',
    structType: 'atomic',
  },
);
export type OwnerReference = TypeOf<typeof OwnerReference>;
