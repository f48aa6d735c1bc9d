/** The two kinds that keep a number of pods: what one algorithm has to know of each. */
import type { ReplicaSet, ReplicationController } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import type { LabelSelector } from '@keelson/meta';

import { readSelector } from '../dependents/read-selector.ts';

export type Replicated = ReplicaSet | ReplicationController;
export type CachedReplicated = CachedObject<Replicated>;

export interface ReplicaKind {
  /** In `--controllers`. */
  readonly name: string;
  readonly account: string;
  readonly queue: string;
  readonly resource: 'replicaSets' | 'replicationControllers';
  /** A selector that cannot be read selects nothing. */
  readonly selectorOf: (owner: CachedReplicated) => LabelSelector | null;
}

export const replicaSetKind: ReplicaKind = {
  name: 'replicaset',
  account: 'replicaset-controller',
  queue: 'replicaset',
  resource: 'replicaSets',
  selectorOf: ({ object }) => readSelector((object as ReplicaSet).spec.selector),
};

export const replicationControllerKind: ReplicaKind = {
  name: 'replicationcontroller',
  account: 'replication-controller',
  queue: 'replicationmanager',
  resource: 'replicationControllers',
  selectorOf: ({ object }) => {
    const { selector = {} } = (object as ReplicationController).spec;
    return Object.keys(selector).length === 0 ? null : readSelector({ matchLabels: selector });
  },
};
