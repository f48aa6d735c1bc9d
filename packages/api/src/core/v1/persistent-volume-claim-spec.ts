/** The spec of a claim; also part of volume claim templates. */
import { field, list, listed, message, optional, string, type TypeOf } from '@keelson/schema';

import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { TypedLocalObjectReference } from './object-reference.ts';
import { ResourceRequirements } from './resource-requirements.ts';

export const PersistentVolumeClaimSpec = message(
  'io.k8s.api.core.v1.PersistentVolumeClaimSpec',
  {
    accessModes: field(1, list(listed('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod')), {
      about: 'Ways the volume must be mountable: ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod.',
    }),
    selector: optional(4, LabelSelector, { about: 'Labels of the volumes that come into question.' }),
    resources: field(2, ResourceRequirements, {
      about: 'Least size wanted, as the storage request; it may only grow, where the class allows it.',
    }),
    volumeName: field(3, string, { about: 'Volume the claim is bound to, or is to be bound to.' }),
    storageClassName: optional(5, string, {
      about: 'Storage class wanted; unset takes the default class, an empty text asks for none.',
    }),
    volumeMode: optional(6, listed('Block', 'Filesystem'), {
      default: 'Filesystem',
      about: 'Form wanted: Filesystem (the default) or Block.',
    }),
    dataSource: optional(7, TypedLocalObjectReference, {
      about: 'Snapshot or claim in the same namespace to copy the content from.',
    }),
    dataSourceRef: optional(8, TypedLocalObjectReference, {
      featureGate: 'AnyVolumeDataSource',
      about: 'Like `dataSource`, but any kind a populator knows is allowed; if both are set they must agree.',
    }),
  },
  { about: 'The storage a claim asks for.' },
);
export type PersistentVolumeClaimSpec = TypeOf<typeof PersistentVolumeClaimSpec>;
