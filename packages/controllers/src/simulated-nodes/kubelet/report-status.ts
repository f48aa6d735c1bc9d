/** Writes the status of a pod if it differs from the last one written. */
import { isConflict, isNotFound, refusedError } from '../../client/controller-client.ts';
import type { CachedPod } from '../../dependents/pod-facts.ts';
import type { Simulation } from '../simulation.ts';
import { isReported } from './is-reported.ts';
import type { Kubelet } from './kubelets.ts';
import type { Moment, PodRun } from './pod-run.ts';
import { statusOf } from './pod-status.ts';

export interface RunningPod {
  readonly pod: CachedPod;
  readonly run: PodRun;
  readonly kubelet: Kubelet;
  readonly at: Moment;
}

/** A pod that will start within this time is reported only once it runs: this saves a write for each pod. */
const soonMs = 1_000;

export async function reportStatus({ context }: Simulation, { pod, run, kubelet, at }: RunningPod): Promise<void> {
  if (run.stage === 'starting' && run.untilMs - at.nowMs < soonMs) return;
  const podIP = pod.object.spec.hostNetwork === true ? kubelet.address : kubelet.addresses.of(run.uid);
  const status = statusOf(pod, run, { hostIP: kubelet.address, podIP }, at);
  const written = JSON.stringify(status);
  if (run.written === undefined ? isReported(status, pod.object.status) : run.written === written) return;
  const target = { resource: context.kinds.pods, namespace: pod.namespace, name: pod.name, subresource: 'status' };
  const reply = await kubelet.client.patch(target, 'strategic', { metadata: { uid: run.uid }, status });
  if (reply.ok) run.written = written;
  else if (!isNotFound(reply) && !isConflict(reply)) throw refusedError(reply);
}
