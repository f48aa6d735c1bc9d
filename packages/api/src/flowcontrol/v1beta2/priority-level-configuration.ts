/** PriorityLevelConfiguration: a priority level that isolates a share of the server's request capacity. */
import {
  field,
  int32,
  kind,
  list,
  message,
  optional,
  required,
  shown,
  string,
  time,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const QueuingConfiguration = message(
  'io.k8s.api.flowcontrol.v1beta2.QueuingConfiguration',
  {
    queues: shown(1, int32, {
      default: 64,
      about: 'Number of queues at this level; 1 turns off shuffle sharding. Defaults to 64.',
    }),
    handSize: shown(2, int32, {
      default: 8,
      about: 'Queues each flow is spread over, at most `queues`. Defaults to 8.',
    }),
    queueLengthLimit: shown(3, int32, {
      default: 50,
      about: 'Most requests waiting in one queue; further ones are rejected. Defaults to 50.',
    }),
  },
  { about: 'Queue settings of a limited priority level.' },
);
export type QueuingConfiguration = TypeOf<typeof QueuingConfiguration>;

export const LimitResponse = message(
  'io.k8s.api.flowcontrol.v1beta2.LimitResponse',
  {
    type: required(1, usually('Queue', 'Reject'), { about: 'Queue makes the request wait; Reject refuses it.' }),
    queuing: optional(2, QueuingConfiguration, { about: 'Queue settings; only allowed when type is Queue.' }),
  },
  { about: 'What happens to requests that cannot run right away.' },
);
export type LimitResponse = TypeOf<typeof LimitResponse>;

export const LimitedPriorityLevelConfiguration = message(
  'io.k8s.api.flowcontrol.v1beta2.LimitedPriorityLevelConfiguration',
  {
    assuredConcurrencyShares: shown(1, int32, {
      default: 30,
      about: "Share of the server's total concurrency, relative to other levels. Defaults to 30.",
    }),
    limitResponse: field(2, LimitResponse, { about: 'How requests over the limit are handled.' }),
  },
  { about: 'Concurrency limit of a priority level and how excess requests are handled.' },
);
export type LimitedPriorityLevelConfiguration = TypeOf<typeof LimitedPriorityLevelConfiguration>;

export const PriorityLevelConfigurationSpec = message(
  'io.k8s.api.flowcontrol.v1beta2.PriorityLevelConfigurationSpec',
  {
    type: required(1, usually('Exempt', 'Limited'), {
      about: 'Exempt applies no limit; Limited applies the `limited` settings.',
    }),
    limited: optional(2, LimitedPriorityLevelConfiguration, {
      about: 'Limits to apply; set only when type is Limited.',
    }),
  },
  { about: 'Whether and how a priority level limits requests.' },
);
export type PriorityLevelConfigurationSpec = TypeOf<typeof PriorityLevelConfigurationSpec>;

export const PriorityLevelConfigurationCondition = message(
  'io.k8s.api.flowcontrol.v1beta2.PriorityLevelConfigurationCondition',
  {
    type: field(1, string, { about: 'Name of the condition, unique within the list.' }),
    status: field(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastTransitionTime: field(3, time, { about: 'When the status last switched from one value to another.' }),
    reason: field(4, string, { about: 'One CamelCase word giving the cause of the last transition.' }),
    message: field(5, string, { about: 'Readable details about the last transition.' }),
  },
  { about: 'One aspect of the observed state of a priority level.' },
);
export type PriorityLevelConfigurationCondition = TypeOf<typeof PriorityLevelConfigurationCondition>;

export const PriorityLevelConfigurationStatus = message(
  'io.k8s.api.flowcontrol.v1beta2.PriorityLevelConfigurationStatus',
  {
    conditions: field(1, list(PriorityLevelConfigurationCondition), {
      listType: 'map',
      listMapKeys: ['type'],
      about: 'Current conditions, one per type.',
    }),
  },
  { about: 'Observed state of a priority level.' },
);
export type PriorityLevelConfigurationStatus = TypeOf<typeof PriorityLevelConfigurationStatus>;

export const PriorityLevelConfiguration = kind(
  'io.k8s.api.flowcontrol.v1beta2.PriorityLevelConfiguration',
  {
    metadata,
    spec: field(2, PriorityLevelConfigurationSpec, { about: 'Limits and queueing of the priority level.' }),
    status: field(3, PriorityLevelConfigurationStatus, {
      about: 'The state last observed by the system; read-only for users.',
    }),
  },
  { about: "A priority level that isolates a share of the server's request capacity." },
);
export type PriorityLevelConfiguration = TypeOf<typeof PriorityLevelConfiguration>;

export const PriorityLevelConfigurationList = listOf(PriorityLevelConfiguration);
export type PriorityLevelConfigurationList = TypeOf<typeof PriorityLevelConfigurationList>;
