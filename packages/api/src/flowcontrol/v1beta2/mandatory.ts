/** The two flow schemas and the two priority levels that every server has, with a spec that cannot be another. */
import type { FlowSchema } from './flow-schema.ts';
import type { PriorityLevelConfiguration } from './priority-level-configuration.ts';

type FlowSchemaSpec = FlowSchema['spec'];

const everyRequest = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};

function group(name: string) {
  return { kind: 'Group', group: { name } };
}

export const mandatoryFlowSchemas: ReadonlyMap<string, FlowSchemaSpec> = new Map<string, FlowSchemaSpec>([
  [
    'exempt',
    {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 1,
      rules: [{ subjects: [group('system:masters')], ...everyRequest }],
    },
  ],
  [
    'catch-all',
    {
      priorityLevelConfiguration: { name: 'catch-all' },
      matchingPrecedence: 10_000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: [group('system:unauthenticated'), group('system:authenticated')], ...everyRequest }],
    },
  ],
]);

type PriorityLevelSpec = PriorityLevelConfiguration['spec'];

export const mandatoryPriorityLevels: ReadonlyMap<string, PriorityLevelSpec> = new Map<string, PriorityLevelSpec>([
  ['exempt', { type: 'Exempt' }],
  ['catch-all', { type: 'Limited', limited: { assuredConcurrencyShares: 5, limitResponse: { type: 'Reject' } } }],
]);
