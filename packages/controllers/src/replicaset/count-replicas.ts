/** The status of a set of replicas, out of its active pods. */
import type { ReplicaSetCondition, ReplicaSetStatus } from '@keelson/api';
import { matchesLabels, selectorFromLabelSelector } from '@keelson/meta';

import { isPodAvailable, isReady, type CachedPod } from '../dependents/pod-facts.ts';
import { secondsText } from '../controller-clock.ts';
import type { CachedReplicated } from './replica-kind.ts';
import { replicasOf } from './replica-parts.ts';

export interface ReplicaFacts {
  readonly active: readonly CachedPod[];
  /** Pods could not be created or deleted. */
  readonly error: Error | undefined;
  readonly nowMs: number;
}

export function countReplicas(set: CachedReplicated, { active, error, nowMs }: ReplicaFacts): ReplicaSetStatus {
  const { spec, status } = set.object;
  const { minReadySeconds = 0, template } = spec;
  const labelled = selectorFromLabelSelector({ matchLabels: template?.metadata.labels ?? {} });
  const ofTemplate = labelled.ok ? labelled.selector : null;
  const ready = active.filter(isReady);
  const conditions = replaceFailure(set, { active, error, nowMs });
  return {
    replicas: active.length,
    ...count('fullyLabeledReplicas', active.filter(({ head }) => matchesLabels(ofTemplate, head.labels)).length),
    ...count('readyReplicas', ready.length),
    ...count('availableReplicas', ready.filter((pod) => isPodAvailable(pod, minReadySeconds, nowMs)).length),
    observedGeneration: Math.max(set.head.generation, Number(status.observedGeneration ?? 0)),
    ...(conditions.length > 0 && { conditions }),
  };
}

/** Numbers that are 0 are not written. */
function count(field: string, number: number): object {
  return number === 0 ? {} : { [field]: number };
}

const failureType = 'ReplicaFailure';

/** A failure keeps its time and its words until there is none. */
function replaceFailure(set: CachedReplicated, { active, error, nowMs }: ReplicaFacts): ReplicaSetCondition[] {
  const { conditions = [] } = set.object.status;
  const known = conditions.find(({ type }) => type === failureType);
  if (error === undefined) return known === undefined ? conditions : conditions.filter((each) => each !== known);
  if (known !== undefined) return conditions;
  const failure: ReplicaSetCondition = {
    type: failureType,
    status: 'True',
    lastTransitionTime: secondsText(nowMs),
    reason: active.length < replicasOf(set) ? 'FailedCreate' : 'FailedDelete',
    message: error.message,
  };
  return [...conditions, failure];
}
