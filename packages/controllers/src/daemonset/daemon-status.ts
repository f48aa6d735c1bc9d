/** The status of a DaemonSet, counted in nodes. */
import type { DaemonSetStatus } from '@keelson/api';

import { isReady } from '../dependents/pod-facts.ts';
import { isUpdated } from './daemon-pod.ts';
import type { DaemonRun } from './daemon-run.ts';

export interface DaemonStatusFacts {
  readonly run: DaemonRun;
  readonly collisionCount: number | undefined;
  /** The pods are those that the spec asks for, as far as this controller makes them. */
  readonly isSettled: boolean;
}

export function countDaemons({ run, collisionCount, isSettled }: DaemonStatusFacts): DaemonSetStatus {
  const { set, places, hash } = run;
  const wanted = places.filter(({ fit }) => fit.shouldRun);
  const first = wanted.flatMap(({ pods }) => pods.slice(0, 1));
  const available = first.filter(run.isUp).length;
  const { conditions, observedGeneration = 0 } = set.object.status;
  const observed = isSettled ? set.head.generation : Number(observedGeneration);
  const counts = {
    observedGeneration: observed,
    updatedNumberScheduled: first.filter((pod) => isUpdated(set, pod, hash)).length,
    numberAvailable: available,
    numberUnavailable: wanted.length - available,
  };
  return {
    currentNumberScheduled: first.length,
    numberMisscheduled: places.filter(({ fit, pods }) => !fit.shouldRun && pods.length > 0).length,
    desiredNumberScheduled: wanted.length,
    numberReady: first.filter(isReady).length,
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    ...(collisionCount !== undefined && { collisionCount }),
    ...(conditions !== undefined && { conditions }),
  };
}
