/** The flow schemas of every new server, by the component or group of users whose requests they match. */
import { mandatoryFlowSchemas } from '../v1beta2/mandatory.ts';
import type { FlowSchema } from '../v1beta2/flow-schema.ts';
import type { PolicyRulesWithSubjects } from '../v1beta2/policy-rules.ts';
import type { Subject } from '../v1beta2/subject.ts';

type Spec = FlowSchema['spec'];

function user(name: string): Subject {
  return { kind: 'User', user: { name } };
}

function group(name: string): Subject {
  return { kind: 'Group', group: { name } };
}

function systemAccount(name: string): Subject {
  return { kind: 'ServiceAccount', serviceAccount: { namespace: 'kube-system', name } };
}

const everybody = [group('system:unauthenticated'), group('system:authenticated')];
const controllerManager = user('system:kube-controller-manager');
const scheduler = user('system:kube-scheduler');

interface Placing {
  readonly level: string;
  readonly precedence: number;
  readonly flowsBy?: 'ByUser' | 'ByNamespace';
}

function schema({ level, precedence, flowsBy }: Placing, rule: PolicyRulesWithSubjects): Spec {
  return {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence: precedence,
    ...(flowsBy !== undefined && { distinguisherMethod: { type: flowsBy } }),
    rules: [rule],
  };
}

function everythingOf(...subjects: readonly Subject[]): PolicyRulesWithSubjects {
  return {
    subjects: [...subjects],
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  };
}

/** Locks are read, created and renewed. */
const lockVerbs = ['get', 'create', 'update'];

function locks(apiGroup: string, ...resources: readonly string[]) {
  return { verbs: [...lockVerbs], apiGroups: [apiGroup], resources: [...resources], namespaces: ['*'] };
}

type Named = readonly [name: string, spec: Spec];

/** Those who hold locks must not lose them when others are busy. */
function forLocks(domain: string): readonly Named[] {
  const leases = locks(`coordination.${domain}`, 'leases');
  return [
    [
      'system-leader-election',
      schema(
        { level: 'leader-election', precedence: 100, flowsBy: 'ByUser' },
        { subjects: [controllerManager, scheduler, systemAccount('*')], resourceRules: [leases] },
      ),
    ],
    [
      'endpoint-controller',
      schema(
        { level: 'workload-high', precedence: 150, flowsBy: 'ByUser' },
        {
          subjects: [
            controllerManager,
            systemAccount('endpoint-controller'),
            systemAccount('endpointslicemirroring-controller'),
          ],
          resourceRules: [locks('', 'endpoints')],
        },
      ),
    ],
    [
      'workload-leader-election',
      schema(
        { level: 'leader-election', precedence: 200, flowsBy: 'ByUser' },
        { subjects: [systemAccount('*')], resourceRules: [locks('', 'endpoints', 'configmaps'), leases] },
      ),
    ],
  ];
}

function forNodes(domain: string): readonly Named[] {
  const leases = locks(`coordination.${domain}`, 'leases');
  const nodes = { verbs: ['*'], apiGroups: [''], resources: ['nodes', 'nodes/status'], namespaces: ['*'] };
  return [
    [
      'system-node-high',
      schema(
        { level: 'node-high', precedence: 400, flowsBy: 'ByUser' },
        {
          subjects: [group('system:nodes')],
          resourceRules: [
            { ...nodes, clusterScope: true },
            { ...leases, verbs: ['*'] },
          ],
        },
      ),
    ],
    [
      'system-nodes',
      schema({ level: 'system', precedence: 500, flowsBy: 'ByUser' }, everythingOf(group('system:nodes'))),
    ],
  ];
}

const components = { level: 'workload-high', precedence: 800, flowsBy: 'ByNamespace' } as const;

/** Operators may change these, and then they stay changed. */
function suggestedIn(domain: string): readonly Named[] {
  return [
    [
      'probes',
      schema(
        { level: 'exempt', precedence: 2 },
        {
          subjects: everybody,
          nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
        },
      ),
    ],
    ...forLocks(domain),
    ...forNodes(domain),
    ['kube-controller-manager', schema(components, everythingOf(controllerManager))],
    ['kube-scheduler', schema(components, everythingOf(scheduler))],
    ['kube-system-service-accounts', schema({ ...components, precedence: 900 }, everythingOf(systemAccount('*')))],
    [
      'service-accounts',
      schema(
        { level: 'workload-low', precedence: 9000, flowsBy: 'ByUser' },
        everythingOf(group('system:serviceaccounts')),
      ),
    ],
    [
      'global-default',
      schema({ level: 'global-default', precedence: 9900, flowsBy: 'ByUser' }, everythingOf(...everybody)),
    ],
  ];
}

export function defaultFlowSchemas(domain: string): ReadonlyMap<string, Spec> {
  return new Map([...suggestedIn(domain), ...mandatoryFlowSchemas]);
}
