/** Controller of PodDisruptionBudgets: keeps their status, which evictions ask. */
import type {
  Deployment,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from '@keelson/api';
import { byNamespace, objectKey, splitObjectKey } from '@keelson/informers';
import { matchesLabels } from '@keelson/meta';

import type { CachedPod } from '../dependents/pod-facts.ts';
import { recordAbout } from '../events/event-recorder.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { sharedIndex } from '../frame/shared-index.ts';
import { UnseenWrites } from '../frame/unseen-writes.ts';
import { selectorOfBudget, type BudgetParts, type CachedBudget } from './budget-parts.ts';
import { syncBudget } from './sync-budget.ts';

const name = 'disruption';

export const disruptionController: ControllerDefinition = {
  name,
  account: 'disruption-controller',
  component: 'controllermanager',
  workers: 1,
  reads: ['podDisruptionBudgets', 'pods'],
  start: startDisruptionController,
};

function startDisruptionController(context: ControllerContext): LedController {
  const parts = openParts(context);
  const { budgets, pods, written } = parts;
  const { deployments, replicaSets, replicationControllers, statefulSets } = parts;
  const reconciler = startReconciler(context, {
    queue: name,
    name,
    informers: [budgets, pods, deployments, replicaSets, replicationControllers, statefulSets],
    reconcile: async (key) => {
      const budget = budgets.get(splitObjectKey(key));
      return budget === undefined ? undefined : syncBudget(parts, key, budget);
    },
  });
  const enqueue = (budget: CachedBudget): void => reconciler.queue.add(objectKey(budget));
  const onDelete = (budget: CachedBudget): void => written.forget(objectKey(budget));
  reconciler.onStop(budgets.addHandler({ onAdd: enqueue, onUpdate: (_, budget) => enqueue(budget), onDelete }));
  reconciler.onStop(followBudgetedPods(parts, enqueue));
  return reconciler;
}

function openParts(context: ControllerContext): BudgetParts {
  const { informers, kinds, clock } = context;
  const budgets = informers.informer<PodDisruptionBudget>(kinds.podDisruptionBudgets);
  const pods = informers.informer<Pod>(kinds.pods);
  return {
    context,
    budgets,
    pods,
    podIndex: sharedIndex<Pod>(pods, byNamespace),
    deployments: informers.informer<Deployment>(kinds.deployments),
    replicaSets: informers.informer<ReplicaSet>(kinds.replicaSets),
    replicationControllers: informers.informer<ReplicationController>(kinds.replicationControllers),
    statefulSets: informers.informer<StatefulSet>(kinds.statefulSets),
    written: new UnseenWrites(budgets, clock),
  };
}

/** The events of a pod concern every budget that matches it, and an eviction refuses a pod of several. */
function followBudgetedPods(parts: BudgetParts, enqueue: (budget: CachedBudget) => void): () => void {
  const { budgets, pods } = parts;
  const namespaced = sharedIndex<PodDisruptionBudget>(budgets, byNamespace);
  const budgetsOf = ({ namespace, head }: CachedPod): CachedBudget[] =>
    [...namespaced.get(namespace)].filter(
      (budget) => budget.decoded.ok && matchesLabels(selectorOfBudget(budget), head.labels),
    );
  const note = (pod: CachedPod): void => {
    const matching = budgetsOf(pod);
    matching.forEach(enqueue);
    warnOfSeveral(parts, pod, matching);
  };
  const onUpdate = (old: CachedPod, pod: CachedPod): void => {
    budgetsOf(old).forEach(enqueue);
    note(pod);
  };
  return pods.addHandler({ onAdd: note, onUpdate, onDelete: note });
}

/** The two spaces are the API's. */
function warnOfSeveral({ context }: BudgetParts, pod: CachedPod, [chosen, ...others]: readonly CachedBudget[]): void {
  if (chosen === undefined || others.length === 0) return;
  const subject = `Pod "${pod.namespace}"/"${pod.name}"`;
  const message = `${subject} matches multiple PodDisruptionBudgets.  Chose "${chosen.name}" arbitrarily.`;
  recordAbout(context.events, context.kinds.pods, pod)('Warning', 'MultiplePodDisruptionBudgets', message);
}
