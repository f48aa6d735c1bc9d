/** Stops a terminating pod: containers end within the grace period, then the pod is deleted with grace period 0. */
import { isConflict, isNotFound, refusedError } from '../../client/controller-client.ts';
import type { Simulation } from '../simulation.ts';
import { end } from './pod-run.ts';
import { recordKilling } from './record-run.ts';
import { reportStatus, type RunningPod } from './report-status.ts';

/** The exit code of a process that SIGTERM ended. */
const terminatedExitCode = 143;

/** Returns the delay until the next reconcile. */
export async function stopPod(simulation: Simulation, running: RunningPod): Promise<number> {
  const { run, at } = running;
  if (run.isDeleted) return Infinity;
  const stopsAtMs = beginStop(simulation, running);
  if (stopsAtMs > at.nowMs) return stopsAtMs - at.nowMs;
  await reportEnd(simulation, running);
  await deletePod(simulation, running);
  return Infinity;
}

function beginStop({ context, scale }: Simulation, { pod, run, kubelet, at }: RunningPod): number {
  const isUp = run.stage === 'running' || run.stage === 'initializing';
  if (run.stopsAtMs === undefined && isUp) recordKilling(kubelet.events, pod, context.kinds.pods);
  const graceMs = Number(pod.object.metadata.deletionGracePeriodSeconds ?? 0) * 1_000;
  const delayMs = isUp ? Math.min(scale(run.behaviour.stopAfterMs), graceMs) : 0;
  // A second deletion may shorten the grace period.
  run.stopsAtMs = Math.min(run.stopsAtMs ?? Infinity, at.nowMs + delayMs);
  return run.stopsAtMs;
}

/** Reports the final status of a pod with finalizers, as the controllers that set them read its phase and exit code. */
async function reportEnd(simulation: Simulation, running: RunningPod): Promise<void> {
  const { pod, run, at } = running;
  if (pod.head.finalizers.length === 0 || run.restartPolicy === 'Always') return;
  if (run.stage !== 'ended') end(run, at, terminatedExitCode);
  await reportStatus(simulation, running);
}

async function deletePod({ context }: Simulation, { pod, run, kubelet }: RunningPod): Promise<void> {
  const target = { resource: context.kinds.pods, namespace: pod.namespace, name: pod.name };
  const reply = await kubelet.client.delete(target, { uid: run.uid, gracePeriodSeconds: 0 });
  if (!reply.ok && !isNotFound(reply) && !isConflict(reply)) throw refusedError(reply);
  run.isDeleted = true;
}
