/** ComponentStatus: health of a control plane component; obsolete. */
import { field, kind, list, message, required, string, type TypeOf, usually } from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const ComponentCondition = message(
  'io.k8s.api.core.v1.ComponentCondition',
  {
    type: required(1, usually('Healthy'), { about: 'Name of the aspect; only Healthy is known.' }),
    status: required(2, conditionStatus, { about: 'Whether it holds: True, False or Unknown.' }),
    message: field(3, string, { about: 'What the health check answered.' }),
    error: field(4, string, { about: 'Error code of a failed health check.' }),
  },
  { about: "One aspect of a component's health." },
);
export type ComponentCondition = TypeOf<typeof ComponentCondition>;

export const ComponentStatus = kind(
  'io.k8s.api.core.v1.ComponentStatus',
  {
    metadata,
    conditions: field(2, list(ComponentCondition), {
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Aspects of its health.',
    }),
  },
  { about: 'Health of a control plane component; obsolete.' },
);
export type ComponentStatus = TypeOf<typeof ComponentStatus>;

export const ComponentStatusList = listOf(ComponentStatus);
export type ComponentStatusList = TypeOf<typeof ComponentStatusList>;
