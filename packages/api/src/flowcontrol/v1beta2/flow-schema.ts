/** FlowSchema: assigns a group of API requests to a priority level and splits them into flows. */
import {
  field,
  int32,
  kind,
  list,
  message,
  named,
  optional,
  required,
  shown,
  string,
  time,
  usually,
  type TypeOf,
} from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { PolicyRulesWithSubjects } from './policy-rules.ts';

export const FlowDistinguisherMethod = message(
  'io.k8s.api.flowcontrol.v1beta2.FlowDistinguisherMethod',
  {
    type: required(1, named('v1beta2.FlowDistinguisherMethodType', usually('ByUser', 'ByNamespace')), {
      about: 'ByUser or ByNamespace.',
    }),
  },
  { about: 'How requests of one FlowSchema are split into flows.' },
);
export type FlowDistinguisherMethod = TypeOf<typeof FlowDistinguisherMethod>;

export const PriorityLevelConfigurationReference = message(
  'io.k8s.api.flowcontrol.v1beta2.PriorityLevelConfigurationReference',
  {
    name: required(1, string, { about: 'Name of the PriorityLevelConfiguration.' }),
  },
  { about: 'Points to a priority level.' },
);
export type PriorityLevelConfigurationReference = TypeOf<typeof PriorityLevelConfigurationReference>;

export const FlowSchemaSpec = message(
  'io.k8s.api.flowcontrol.v1beta2.FlowSchemaSpec',
  {
    priorityLevelConfiguration: required(1, PriorityLevelConfigurationReference, {
      about: 'Priority level for matching requests; if it does not exist, the FlowSchema is ignored.',
    }),
    matchingPrecedence: shown(2, int32, {
      default: 1000,
      about: 'Order among matching FlowSchemas, 1 to 10000; the lowest wins. Defaults to 1000.',
    }),
    distinguisherMethod: optional(3, FlowDistinguisherMethod, {
      about: 'How matching requests are divided into flows; unset puts all in one flow.',
    }),
    rules: field(4, list(PolicyRulesWithSubjects), {
      listType: 'atomic',
      about: 'A request matches if any rule matches; an empty list matches nothing.',
    }),
  },
  { about: 'Match rules and target priority level of a FlowSchema.' },
);
export type FlowSchemaSpec = TypeOf<typeof FlowSchemaSpec>;

export const FlowSchemaCondition = message(
  'io.k8s.api.flowcontrol.v1beta2.FlowSchemaCondition',
  {
    type: field(1, named('v1beta2.FlowSchemaConditionType', string), {
      about: 'Name of the condition; Dangling tells whether the priority level is missing.',
    }),
    status: field(2, named('v1beta2.ConditionStatus', conditionStatus), {
      about: 'Whether the condition holds: True, False or Unknown.',
    }),
    lastTransitionTime: field(3, time, { about: 'When the status last switched from one value to another.' }),
    reason: field(4, string, { about: 'One CamelCase word giving the cause of the last transition.' }),
    message: field(5, string, { about: 'Readable details about the last transition.' }),
  },
  { about: 'One aspect of the observed state of a FlowSchema.' },
);
export type FlowSchemaCondition = TypeOf<typeof FlowSchemaCondition>;

export const FlowSchemaStatus = message(
  'io.k8s.api.flowcontrol.v1beta2.FlowSchemaStatus',
  {
    conditions: field(1, list(FlowSchemaCondition), {
      listType: 'map',
      listMapKeys: ['type'],
      about: 'Current conditions, one per type.',
    }),
  },
  { about: 'Observed state of a FlowSchema.' },
);
export type FlowSchemaStatus = TypeOf<typeof FlowSchemaStatus>;

export const FlowSchema = kind(
  'io.k8s.api.flowcontrol.v1beta2.FlowSchema',
  {
    metadata,
    spec: field(2, FlowSchemaSpec, { about: 'Which requests match and which priority level they get.' }),
    status: field(3, FlowSchemaStatus, { about: 'The state last observed by the system; read-only for users.' }),
  },
  { about: 'Assigns a group of API requests to a priority level and splits them into flows.' },
);
export type FlowSchema = TypeOf<typeof FlowSchema>;

export const FlowSchemaList = listOf(FlowSchema);
export type FlowSchemaList = TypeOf<typeof FlowSchemaList>;
