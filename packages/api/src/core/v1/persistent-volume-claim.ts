/** PersistentVolumeClaim: a request for storage, bound to a matching volume. */
import {
  field,
  kind,
  list,
  listed,
  map,
  message,
  optional,
  quantity,
  required,
  string,
  time,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.ts';
import { roundToMilli } from './resource-list.defaults.ts';

export const PersistentVolumeClaimCondition = message(
  'io.k8s.api.core.v1.PersistentVolumeClaimCondition',
  {
    type: required(1, usually('Resizing', 'FileSystemResizePending'), {
      about: 'Name of the aspect: Resizing or FileSystemResizePending.',
    }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastProbeTime: field(3, time, { about: 'Time the condition was last checked; often null.' }),
    lastTransitionTime: field(4, time, { about: 'Time the status last flipped from one value to another.' }),
    reason: field(5, string, { about: 'Machine-readable CamelCase cause of the last transition.' }),
    message: field(6, string, { about: 'Human-readable details of the last transition.' }),
  },
  { about: 'One observed aspect of a claim.' },
);
export type PersistentVolumeClaimCondition = TypeOf<typeof PersistentVolumeClaimCondition>;

export const PersistentVolumeClaimStatus = message(
  'io.k8s.api.core.v1.PersistentVolumeClaimStatus',
  {
    phase: field(1, listed('Pending', 'Bound', 'Lost'), {
      default: 'Pending',
      about: 'Stage of its life: Pending, Bound or Lost.',
    }),
    accessModes: field(2, list(listed('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod')), {
      about: 'Ways the bound volume can be mounted.',
    }),
    capacity: field(3, map(quantity), { about: 'Actual size of the bound volume.' }),
    conditions: field(4, list(PersistentVolumeClaimCondition), {
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Aspects of its state, such as a resize under way.',
    }),
    allocatedResources: field(5, map(quantity), {
      featureGate: 'RecoverVolumeExpansionFailure',
      about: 'Size set aside during a resize; may exceed `capacity`, and quota counts the larger value.',
    }),
    resizeStatus: optional(
      6,
      listed(
        '',
        'ControllerExpansionInProgress',
        'ControllerExpansionFailed',
        'NodeExpansionPending',
        'NodeExpansionInProgress',
        'NodeExpansionFailed',
      ),
      {
        featureGate: 'RecoverVolumeExpansionFailure',
        about: 'How far a resize has come, such as NodeExpansionInProgress; empty if none is under way.',
      },
    ),
  },
  {
    about: 'What has been observed of a claim.',
    applyDefaults(status) {
      roundToMilli(status.capacity);
      roundToMilli(status.allocatedResources);
    },
  },
);
export type PersistentVolumeClaimStatus = TypeOf<typeof PersistentVolumeClaimStatus>;

export const PersistentVolumeClaim = kind(
  'io.k8s.api.core.v1.PersistentVolumeClaim',
  {
    metadata,
    spec: field(2, PersistentVolumeClaimSpec, { about: 'The storage that is wanted.' }),
    status: field(3, PersistentVolumeClaimStatus, { about: 'The storage that was given; read-only for users.' }),
  },
  { about: 'A request for storage, bound to a matching volume.' },
);
export type PersistentVolumeClaim = TypeOf<typeof PersistentVolumeClaim>;

export const PersistentVolumeClaimList = listOf(PersistentVolumeClaim);
export type PersistentVolumeClaimList = TypeOf<typeof PersistentVolumeClaimList>;
