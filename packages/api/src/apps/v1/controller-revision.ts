/** ControllerRevision: an immutable snapshot of controller state, used for updates and rollbacks. */
import { field, int64, kind, rawExtension, required, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const ControllerRevision = kind(
  'io.k8s.api.apps.v1.ControllerRevision',
  {
    metadata,
    data: field(2, rawExtension, { about: 'The stored state; cannot be changed after creation.' }),
    revision: required(3, int64, { about: 'Sequence number of this snapshot; higher is newer.' }),
  },
  { about: 'An immutable snapshot of controller state, used for updates and rollbacks.' },
);
export type ControllerRevision = TypeOf<typeof ControllerRevision>;

export const ControllerRevisionList = listOf(ControllerRevision);
export type ControllerRevisionList = TypeOf<typeof ControllerRevisionList>;
