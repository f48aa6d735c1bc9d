/** Evictions of pods and the budgets that they spend: the status that the disruption controller keeps. */
import { matchesLabels, selectorFromLabelSelector } from '@keelson/meta';
import type { BudgetDecision, EvictionBudgets } from '@keelson/schema';

import type { Condition } from '../../meta/v1/condition.ts';
import type { LabelSelector } from '../../meta/v1/label-selector.ts';
import type { Pod } from './pod.ts';

/** The fields of a PodDisruptionBudget, in its stored version, that evictions know. */
interface PodBudget {
  readonly metadata: { readonly name?: string; readonly generation?: number | bigint };
  readonly spec: { readonly selector?: LabelSelector };
  readonly status: PodBudgetStatus;
}

interface PodBudgetStatus {
  readonly observedGeneration?: number | bigint;
  disruptedPods?: Readonly<Record<string, string | null>>;
  disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  conditions?: readonly Condition[];
}

/** Evictions that the controller has not seen the end of. */
const mostDisrupted = 2_000;

export const podBudgets: EvictionBudgets = {
  group: 'policy',
  version: 'v1beta1',
  plural: 'poddisruptionbudgets',
  noun: 'poddisruptionbudget',
  exhausted: "Cannot evict pod as it would violate the pod's disruption budget.",
  ambiguous: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
  wordProcessing,
  isMissed: ({ metadata, status }: Pod) => {
    const { deletionTimestamp } = metadata;
    const isGoing = deletionTimestamp !== undefined && deletionTimestamp !== null;
    if (isGoing || status.phase === 'Succeeded' || status.phase === 'Failed') return 'free';
    return status.phase === 'Pending' ? 'perhaps' : 'yes';
  },
  selects: ({ spec }: PodBudget, { metadata }: Pod) => {
    const selected = selectorFromLabelSelector(spec.selector);
    // In the stored version an empty selector selects nothing.
    return selected.ok && selected.selector?.length !== 0 && matchesLabels(selected.selector, metadata.labels);
  },
  spend: spendPodBudget,
};

function spendPodBudget(budget: PodBudget, pod: Pod, now: string): BudgetDecision {
  const { status } = budget;
  const { currentHealthy, desiredHealthy, disruptedPods } = status;
  if (!isReady(pod) && currentHealthy >= desiredHealthy && desiredHealthy > 0) return { kind: 'uncounted' };
  const refusal = findRefusal(budget);
  if (refusal !== undefined) return refusal;
  status.disruptionsAllowed -= 1;
  status.disruptedPods = { ...disruptedPods, [pod.metadata.name ?? '']: now };
  if (status.disruptionsAllowed === 0) noteExhaustion(status, now);
  return { kind: 'granted' };
}

function findRefusal({ metadata, status }: PodBudget): BudgetDecision | undefined {
  const { disruptionsAllowed, currentHealthy, desiredHealthy, disruptedPods = {} } = status;
  const { name = '' } = metadata;
  if (Number(status.observedGeneration ?? 0) < Number(metadata.generation ?? 0)) {
    return { kind: 'exhausted', cause: wordProcessing(name), retryAfterSeconds: 10 };
  }
  if (disruptionsAllowed < 0) return { kind: 'broken', message: 'pdb disruptions allowed is negative' };
  if (Object.keys(disruptedPods).length > mostDisrupted) {
    const message = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
    return { kind: 'broken', message };
  }
  if (disruptionsAllowed > 0) return undefined;
  const cause = `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  return { kind: 'exhausted', cause, retryAfterSeconds: 0 };
}

function wordProcessing(name: string): string {
  return `The disruption budget ${name} is still being processed by the server.`;
}

function isReady({ status }: Pod): boolean {
  return status.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') === true;
}

const allowedType = 'DisruptionAllowed';

function noteExhaustion(status: PodBudgetStatus, now: string): void {
  const { conditions = [], observedGeneration } = status;
  const known = conditions.find(({ type }) => type === allowedType);
  const condition = {
    type: allowedType,
    status: 'False',
    ...(observedGeneration !== undefined && { observedGeneration }),
    lastTransitionTime: known?.status === 'False' ? known.lastTransitionTime : now,
    reason: 'InsufficientPods',
    message: '',
  };
  status.conditions =
    known === undefined ? [...conditions, condition] : conditions.map((each) => (each === known ? condition : each));
}
