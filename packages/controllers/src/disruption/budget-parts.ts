/** The parts that the steps of a sync of a PodDisruptionBudget share. */
import type {
  Deployment,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from '@keelson/api';
import type { CachedObject, Informer, ObjectIndex } from '@keelson/informers';
import { selectorFromLabelSelector, type LabelSelector } from '@keelson/meta';

import { recordAbout, type RecordOfObject } from '../events/event-recorder.ts';
import type { ControllerContext } from '../frame/definition.ts';
import type { UnseenWrites } from '../frame/unseen-writes.ts';

export type CachedBudget = CachedObject<PodDisruptionBudget>;

export interface BudgetParts {
  readonly context: ControllerContext;
  readonly budgets: Informer<PodDisruptionBudget>;
  readonly pods: Informer<Pod>;
  /** By namespace. */
  readonly podIndex: ObjectIndex<Pod>;
  readonly deployments: Informer<Deployment>;
  readonly replicaSets: Informer<ReplicaSet>;
  readonly replicationControllers: Informer<ReplicationController>;
  readonly statefulSets: Informer<StatefulSet>;
  readonly written: UnseenWrites<PodDisruptionBudget>;
}

const known = new WeakMap<CachedBudget, LabelSelector | null>();

/** In the stored version an empty selector selects nothing, like one that cannot be read. */
export function selectorOfBudget(budget: CachedBudget): LabelSelector | null {
  const before = known.get(budget);
  if (before !== undefined) return before;
  const selected = selectorFromLabelSelector(budget.object.spec.selector);
  const selector = selected.ok && selected.selector?.length !== 0 ? selected.selector : null;
  known.set(budget, selector);
  return selector;
}

export function recordOfBudget({ context }: BudgetParts, budget: CachedBudget): RecordOfObject {
  return recordAbout(context.events, context.kinds.podDisruptionBudgets, budget);
}
