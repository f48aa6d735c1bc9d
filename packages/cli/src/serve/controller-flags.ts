/** Flags of controllers, by the names that kube-controller-manager has for them, and what they say. */
import {
  allControllers,
  chooseControllers,
  garbageCollectorName,
  findUnknownController,
  optionalControllers,
} from '@keelson/controllers';
import type { ControllersConfiguration } from '@keelson/server';

import { UsageError } from '../terminal.ts';
import type { Flag } from './flag.ts';

const group = 'Controllers';

const names: readonly string[] = [...optionalControllers, ...allControllers.map(({ name }) => name)];

/**
 * The others change and delete what their users stored, and have not run beside kube-controller-manager for long: they
 * run where they are asked for.
 */
const usual: readonly string[] = [...optionalControllers, 'clusterrole-aggregation'];

export const controllerFlags = {
  controllers: {
    kind: 'list',
    group,
    value: 'NAMES',
    default: usual,
    defaultText: usual.join(', '),
    about: `the controllers to run, on one replica at a time: * for all, *,-NAME for all others, nothing for none; there are ${names.join(', ')}`,
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
    default: 20,
    minimum: 1,
    maximum: 1_000,
    about: 'the number of objects that the garbage collector deletes or releases at once',
  },
  'enable-garbage-collector': {
    kind: 'switch',
    group,
    default: true,
    about: 'run the controller garbagecollector, where --controllers names it',
  },
} as const satisfies Readonly<Record<string, Flag>>;

interface ControllerValues {
  readonly controllers: readonly string[];
  readonly 'concurrent-job-syncs': number;
  readonly 'concurrent-cron-job-syncs': number;
  readonly 'concurrent-replicaset-syncs': number;
  readonly 'concurrent-rc-syncs': number;
  readonly 'concurrent-ttl-after-finished-syncs': number;
  readonly 'concurrent-gc-syncs': number;
  readonly 'enable-garbage-collector': boolean;
}

export function controllersOf(values: ControllerValues): ControllersConfiguration {
  const { controllers: words } = values;
  const unknown = findUnknownController(names, words);
  if (unknown !== undefined) {
    throw new UsageError(`--controllers "${unknown}" is none; there are ${names.join(', ')}`);
  }
  const workers = new Map([
    ['job', values['concurrent-job-syncs']],
    ['cronjob', values['concurrent-cron-job-syncs']],
    ['replicaset', values['concurrent-replicaset-syncs']],
    ['replicationcontroller', values['concurrent-rc-syncs']],
    ['ttl-after-finished', values['concurrent-ttl-after-finished-syncs']],
    [garbageCollectorName, values['concurrent-gc-syncs']],
  ]);
  const chosen = chooseControllers(names, words);
  return {
    names: values['enable-garbage-collector'] ? chosen : chosen.filter((name) => name !== garbageCollectorName),
    workers,
  };
}
