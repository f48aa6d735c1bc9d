/** Flags of controllers, by the names that kube-controller-manager has for them, and what they say. */
import { garbageCollectorName } from '@keelson/controllers';
import type { ControllersConfiguration } from '@keelson/server';

import { chosenNames, describeControllerNames } from './controller-names.ts';
import type { Flag } from './flag.ts';
import { signingFlags, signingOf, type SigningValues } from './signing-flags.ts';

const group = 'Controllers';

export const controllerFlags = {
  controllers: {
    kind: 'list',
    group,
    value: 'NAMES',
    default: ['*'],
    defaultText: '*',
    about: `the controllers to run, on one replica at a time: * for all that are not off by default, *,-NAME for all others, nothing for none; there are ${describeControllerNames()}`,
  },
  'concurrent-job-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 5,
    minimum: 1,
    about: 'the Jobs that are worked on at once',
  },
  'concurrent-cron-job-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 5,
    minimum: 1,
    about: 'the CronJobs that are worked on at once',
  },
  'concurrent-deployment-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 5,
    minimum: 1,
    about: 'the Deployments that are worked on at once',
  },
  'concurrent-statefulset-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 5,
    minimum: 1,
    about: 'the StatefulSets that are worked on at once',
  },
  'concurrent-replicaset-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 5,
    minimum: 1,
    about: 'the ReplicaSets that are worked on at once',
  },
  'concurrent-rc-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 5,
    minimum: 1,
    about: 'the ReplicationControllers that are worked on at once',
  },
  'concurrent-namespace-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 10,
    minimum: 1,
    about: 'the terminating namespaces that are emptied at once',
  },
  'concurrent-serviceaccount-token-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 5,
    minimum: 1,
    about: 'the Secrets with tokens of service accounts that are worked on at once',
  },
  'concurrent-ttl-after-finished-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 5,
    minimum: 1,
    about: 'the finished Jobs whose time to live is looked at at once',
  },
  'concurrent-gc-syncs': {
    kind: 'count',
    group,
    default: 64,
    minimum: 1,
    maximum: 1_000,
    about: 'the number of objects that the garbage collector deletes or releases at once',
  },
  'concurrent-resource-quota-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 5,
    minimum: 1,
    about: 'the ResourceQuotas whose use is counted at once',
  },
  'resource-quota-sync-period': {
    kind: 'duration',
    group,
    value: 'DURATION',
    default: 5 * 60_000,
    minimum: 1_000,
    defaultText: '5m',
    about: 'the time after which the use of a ResourceQuota is counted anew where nothing has happened',
  },
  'concurrent-endpoint-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 5,
    minimum: 1,
    about: 'the Services whose Endpoints are worked on at once',
  },
  'concurrent-service-endpoint-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 5,
    minimum: 1,
    maximum: 50,
    about: 'the Services whose EndpointSlices are worked on at once',
  },
  'max-endpoints-per-slice': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 100,
    minimum: 1,
    maximum: 1_000,
    about: 'the most endpoints that one EndpointSlice is given',
  },
  'endpoint-updates-batch-period': {
    kind: 'duration',
    group,
    value: 'DURATION',
    default: 0,
    about: 'how long changes of pods are gathered before Endpoints are written',
  },
  'endpointslice-updates-batch-period': {
    kind: 'duration',
    group,
    value: 'DURATION',
    default: 0,
    about: 'how long changes of pods are gathered before EndpointSlices are written',
  },
  'mirroring-concurrent-service-endpoint-syncs': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 5,
    minimum: 1,
    maximum: 50,
    about: 'the Endpoints that are mirrored into EndpointSlices at once',
  },
  'mirroring-max-endpoints-per-subset': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 1_000,
    minimum: 1,
    maximum: 1_000,
    about: 'the most endpoints of a subset of Endpoints that are mirrored',
  },
  'mirroring-endpointslice-updates-batch-period': {
    kind: 'duration',
    group,
    value: 'DURATION',
    default: 0,
    about: 'how long changes of Endpoints are gathered before they are mirrored',
  },
  'enable-garbage-collector': {
    kind: 'switch',
    group,
    default: true,
    about: 'run the controller garbagecollector, where --controllers names it',
  },
  'terminated-pod-gc-threshold': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 12_500,
    minimum: 0,
    about: 'the pods that have ended and are kept, before the controller podgc deletes the oldest; 0 for all of them',
  },
  'root-ca-file': {
    kind: 'text',
    group,
    value: 'FILE',
    about: 'the authority that is published to pods (default: the one that the server is verified with)',
  },
  ...signingFlags,
} as const satisfies Readonly<Record<string, Flag>>;

/** The numbers that controllers read by the names of their flags. */
const settingNames = [
  'terminated-pod-gc-threshold',
  'resource-quota-sync-period',
  'max-endpoints-per-slice',
  'endpoint-updates-batch-period',
  'endpointslice-updates-batch-period',
  'mirroring-max-endpoints-per-subset',
  'mirroring-endpointslice-updates-batch-period',
] as const;

interface ControllerValues extends SigningValues {
  readonly controllers: readonly string[];
  readonly 'concurrent-job-syncs': number;
  readonly 'concurrent-cron-job-syncs': number;
  readonly 'concurrent-deployment-syncs': number;
  readonly 'concurrent-statefulset-syncs': number;
  readonly 'concurrent-replicaset-syncs': number;
  readonly 'concurrent-rc-syncs': number;
  readonly 'concurrent-namespace-syncs': number;
  readonly 'concurrent-serviceaccount-token-syncs': number;
  readonly 'concurrent-ttl-after-finished-syncs': number;
  readonly 'concurrent-gc-syncs': number;
  readonly 'concurrent-resource-quota-syncs': number;
  readonly 'resource-quota-sync-period': number;
  readonly 'concurrent-endpoint-syncs': number;
  readonly 'concurrent-service-endpoint-syncs': number;
  readonly 'max-endpoints-per-slice': number;
  readonly 'endpoint-updates-batch-period': number;
  readonly 'endpointslice-updates-batch-period': number;
  readonly 'mirroring-concurrent-service-endpoint-syncs': number;
  readonly 'mirroring-max-endpoints-per-subset': number;
  readonly 'mirroring-endpointslice-updates-batch-period': number;
  readonly 'enable-garbage-collector': boolean;
  readonly 'terminated-pod-gc-threshold': number;
}

export function controllersOf(values: ControllerValues): ControllersConfiguration {
  const workers = new Map([
    ['job', values['concurrent-job-syncs']],
    ['cronjob', values['concurrent-cron-job-syncs']],
    ['deployment', values['concurrent-deployment-syncs']],
    ['statefulset', values['concurrent-statefulset-syncs']],
    ['replicaset', values['concurrent-replicaset-syncs']],
    ['replicationcontroller', values['concurrent-rc-syncs']],
    ['namespace', values['concurrent-namespace-syncs']],
    ['serviceaccount-token', values['concurrent-serviceaccount-token-syncs']],
    ['ttl-after-finished', values['concurrent-ttl-after-finished-syncs']],
    [garbageCollectorName, values['concurrent-gc-syncs']],
    ['resourcequota', values['concurrent-resource-quota-syncs']],
    ['endpoint', values['concurrent-endpoint-syncs']],
    ['endpointslice', values['concurrent-service-endpoint-syncs']],
    ['endpointslicemirroring', values['mirroring-concurrent-service-endpoint-syncs']],
  ]);
  const chosen = chosenNames(values.controllers);
  return {
    names: values['enable-garbage-collector'] ? chosen : chosen.filter((name) => name !== garbageCollectorName),
    workers,
    settings: new Map(settingNames.map((name) => [name, values[name]])),
    signing: signingOf(values),
  };
}
