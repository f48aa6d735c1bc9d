/** ServiceAccount: an identity for processes in pods. */
import { bool, field, kind, list, optional, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { LocalObjectReference, ObjectReference } from './object-reference.ts';

export const ServiceAccount = kind(
  'io.k8s.api.core.v1.ServiceAccount',
  {
    metadata,
    secrets: field(2, list(ObjectReference), {
      patchStrategy: 'merge',
      patchMergeKey: 'name',
      about: 'Secrets pods of this account may use; enforced only if an annotation asks for it.',
    }),
    imagePullSecrets: field(3, list(LocalObjectReference), {
      about: 'Secrets with pull credentials, given to pods that name none themselves.',
    }),
    automountServiceAccountToken: optional(4, bool, {
      about: 'Whether pods get a token mounted; a pod can decide otherwise. Unset means yes.',
    }),
  },
  { about: 'An identity for processes in pods.' },
);
export type ServiceAccount = TypeOf<typeof ServiceAccount>;

export const ServiceAccountList = listOf(ServiceAccount);
export type ServiceAccountList = TypeOf<typeof ServiceAccountList>;
