/**
 * Kubelets of a simulation: run the pods that are bound to its nodes, report their statuses, and stop those that are
 * being deleted. A pod costs one write when it starts to run and one when it ends; a start that takes less than a
 * second is not reported.
 */
import type { Pod } from '@keelson/api';
import { byOwnerUid, objectKey, splitObjectKey, type Informer } from '@keelson/informers';

import { sharedIndex } from '../../frame/shared-index.ts';
import type { LedController } from '../../frame/definition.ts';
import { startReconciler } from '../../frame/reconciler.ts';
import { exitCodeOf } from '../behaviour/pod-behaviour.ts';
import type { CachedPod } from '../../dependents/pod-facts.ts';
import type { Simulation } from '../simulation.ts';
import { hasEndedPhase } from '../scheduler/pending-pod.ts';
import { beginRun } from './begin-run.ts';
import { openKubelets, type Kubelets } from './kubelets.ts';
import { advance, nextMs, type Moment, type PodRun, type RunRules } from './pod-run.ts';
import { recordRun } from './record-run.ts';
import { reportStatus } from './report-status.ts';
import { stopPod } from './stop-pod.ts';
import { createSiblingFailures, type SiblingFailures } from './sibling-failures.ts';

interface RunnerParts {
  readonly simulation: Simulation;
  readonly pods: Informer<Pod>;
  readonly kubelets: Kubelets;
  readonly failures: SiblingFailures;
  /** Runs by object key of the pod. */
  readonly runs: Map<string, PodRun>;
}

const name = 'simulated-kubelets';
/** The limit of concurrent requests of all nodes. */
const requestsAtOnce = 32;
/** The longest requeue delay, below the limit of Node's timers of 2^31 - 1 ms. */
const longestMs = 1_000_000_000;

export function runPods(simulation: Simulation): LedController {
  const { context } = simulation;
  const pods = context.informers.informer<Pod>(context.kinds.pods);
  const kubelets = openKubelets(simulation);
  const failures = createSiblingFailures(sharedIndex(pods, byOwnerUid));
  const parts: RunnerParts = { simulation, pods, kubelets, failures, runs: new Map() };
  const reconciler = startReconciler(
    { ...context, workers: requestsAtOnce },
    {
      queue: 'simulated_kubelets',
      name,
      backoff: { baseMs: 50, maxMs: 10_000 },
      informers: [pods],
      reconcile: async (key) => {
        const delayMs = await syncPod(parts, key);
        return delayMs === Infinity ? undefined : { requeueAfterMs: Math.min(longestMs, delayMs) };
      },
    },
  );
  const enqueue = (pod: CachedPod): void => {
    if (parts.runs.has(objectKey(pod)) || isOnSimulatedNode(simulation, pod)) reconciler.queue.add(objectKey(pod));
  };
  reconciler.onStop(pods.addHandler({ onAdd: enqueue, onUpdate: (_, pod) => enqueue(pod), onDelete: enqueue }));
  return {
    check: () => reconciler.check(),
    stop: async () => {
      await reconciler.stop();
      await kubelets.close();
    },
  };
}

function isOnSimulatedNode({ nodeNames }: Simulation, { decoded }: CachedPod): boolean {
  return decoded.ok && nodeNames.has(decoded.object.spec.nodeName ?? '');
}

/** Returns the delay until the next reconcile. */
async function syncPod(parts: RunnerParts, key: string): Promise<number> {
  const { simulation, pods, kubelets, runs } = parts;
  const pod = pods.get(splitObjectKey(key));
  const before = runs.get(key);
  if (before !== undefined && before.uid !== pod?.head.uid) forget(parts, key, before);
  if (pod === undefined || !isOnSimulatedNode(simulation, pod)) return Infinity;
  const { spec, status } = pod.object;
  if (hasEndedPhase(status.phase)) {
    const run = runs.get(key);
    if (run !== undefined) forget(parts, key, run);
    return Infinity;
  }
  const { clock } = simulation.context;
  const at = { nowMs: clock.now(), wallMs: clock.wallMs() };
  const kubelet = kubelets.of(spec.nodeName ?? '');
  const running = { pod, run: runOf(parts, key, pod, at), kubelet, at };
  if (pod.head.deletionTimestamp !== undefined) return stopPod(simulation, running);
  const rules = rulesFor(parts, pod);
  recordRun(kubelet.events, pod, simulation.context.kinds.pods, advance(running.run, at, rules));
  await reportStatus(simulation, running);
  return Math.max(0, nextMs(running.run, at.nowMs) - clock.now());
}

function runOf(parts: RunnerParts, key: string, pod: CachedPod, at: Moment): PodRun {
  const { simulation, runs, kubelets } = parts;
  let run = runs.get(key);
  if (run !== undefined) return run;
  run = beginRun(pod, simulation.behaviourOf(pod), at, rulesFor(parts, pod));
  runs.set(key, run);
  const { podIP = '' } = pod.object.status;
  if (podIP !== '') kubelets.of(run.nodeName).addresses.take(pod.head.uid, podIP);
  return run;
}

function rulesFor({ simulation, failures }: RunnerParts, pod: CachedPod): RunRules {
  return {
    scale: simulation.scale,
    nextExitCode: ({ behaviour, restarts, restartPolicy }) => {
      const { failures: limit } = behaviour;
      const isRestarted = limit === undefined || restartPolicy !== 'Never';
      const runNumber = isRestarted ? restarts : failures.next(pod, limit);
      return exitCodeOf(behaviour, runNumber, simulation.drawOf(pod));
    },
  };
}

function forget({ kubelets, runs }: RunnerParts, key: string, { nodeName, uid }: PodRun): void {
  runs.delete(key);
  kubelets.of(nodeName).addresses.release(uid);
}
