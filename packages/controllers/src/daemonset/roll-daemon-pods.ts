/** Rolling updates of a DaemonSet: pods of an earlier template go, as long as enough nodes have one that is available. */
import { isBeingDeleted, type CachedPod } from '../dependents/pod-facts.ts';
import { scaledValue } from '../dependents/scaled-value.ts';
import { isUpdated } from './daemon-pod.ts';
import type { DaemonRun, NodePlace } from './daemon-run.ts';
import { surgeLimit, type Placement } from './place-pods.ts';

export function rollDaemonPods(run: DaemonRun): Placement {
  const { rollingUpdate } = run.set.object.spec.updateStrategy;
  const wanted = run.places.filter(({ fit }) => fit.shouldRun).length;
  const surge = surgeLimit(run.set, wanted);
  if (surge > 0) return rollWithSurge(run, surge);
  return rollInPlace(run, Math.max(1, scaledValue(rollingUpdate?.maxUnavailable ?? 1, wanted, 'up')));
}

/** `undefined` where there are several of a kind: they are put right first. */
function pairOf({ set, hash }: DaemonRun, { pods }: NodePlace) {
  const living = pods.filter((pod) => !isBeingDeleted(pod));
  const [newPod, ...otherNew] = living.filter((pod) => isUpdated(set, pod, hash));
  const [oldPod, ...otherOld] = living.filter((pod) => !isUpdated(set, pod, hash));
  return otherNew.length + otherOld.length > 0 ? undefined : { newPod, oldPod };
}

/** Nodes that should have a pod, and nodes that have one. */
function concerned({ places }: DaemonRun): readonly NodePlace[] {
  return places.filter(({ fit, pods }) => fit.shouldRun || pods.length > 0);
}

function rollInPlace(run: DaemonRun, maxUnavailable: number): Placement {
  let unavailable = 0;
  const down: CachedPod[] = [];
  const up: CachedPod[] = [];
  for (const place of concerned(run)) {
    const pair = pairOf(run, place);
    const { newPod, oldPod } = pair ?? {};
    if (oldPod !== undefined && newPod === undefined && run.isUp(oldPod)) {
      up.push(oldPod);
      continue;
    }
    if (newPod !== undefined && oldPod === undefined && run.isUp(newPod)) continue;
    unavailable += 1;
    // A pod that is not available is no loss.
    if (oldPod !== undefined && newPod === undefined) down.push(oldPod);
  }
  return { create: [], remove: [...down, ...up.slice(0, Math.max(0, maxUnavailable - unavailable))] };
}

function rollWithSurge(run: DaemonRun, maxSurge: number): Placement {
  let surging = 0;
  const atOnce: string[] = [];
  const inTurn: string[] = [];
  const remove: CachedPod[] = [];
  for (const place of concerned(run)) {
    const pair = pairOf(run, place);
    const { newPod, oldPod } = pair ?? {};
    if (pair === undefined) surging += 1;
    else if (oldPod === undefined) continue;
    else if (newPod === undefined) (run.isUp(oldPod) ? inTurn : atOnce).push(place.node.name);
    else if (run.isUp(newPod)) remove.push(oldPod);
    else surging += 1;
  }
  return { create: [...atOnce, ...inTurn.slice(0, Math.max(0, maxSurge - surging))], remove };
}
