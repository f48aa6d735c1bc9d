/** The two kinds that keep a number of pods: what one algorithm has to know of each. */
import type { ReplicaSet, ReplicationController } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import { selectorFromLabelSelector, type LabelSelector } from '@keelson/meta';

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
  selectorOf: ({ object }) => {
    const selected = selectorFromLabelSelector((object as ReplicaSet).spec.selector);
    return selected.ok ? selected.selector : null;
  },
};

export const replicationControllerKind: ReplicaKind = {
  name: 'replicationcontroller',
  account: 'replication-controller',
  queue: 'replicationmanager',
  resource: 'replicationControllers',
  selectorOf: ({ object }) => {
    const { selector = {} } = (object as ReplicationController).spec;
    if (Object.keys(selector).length === 0) return null;
    const selected = selectorFromLabelSelector({ matchLabels: selector });
    return selected.ok ? selected.selector : null;
  },
};
