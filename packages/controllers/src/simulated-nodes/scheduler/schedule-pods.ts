/**
 * Scheduler of a simulation: binds pending pods, in order of arrival, to simulated and other nodes. An unschedulable
 * pod waits until nodes change or pods end:
 *
 *     pending ──fits──▶ assumed ──bound──▶ done
 *        ▲                 └──refused──▶ pending, after a back-off
 *        └──the cluster changed── waiting ◀──fits no node
 */
import type { Namespace, Node, Pod } from '@keelson/api';
import { splitObjectKey, type Informer } from '@keelson/informers';

import { isConflict, isNotFound, refusedError, type ControllerClient } from '../../client/controller-client.ts';
import { secondsText } from '../../controller-clock.ts';
import { referenceTo, type EventRecorder } from '../../events/event-recorder.ts';
import type { LedController } from '../../frame/definition.ts';
import { startReconciler } from '../../frame/reconciler.ts';
import type { CachedPod } from '../../dependents/pod-facts.ts';
import { schedulerCaller, type Simulation } from '../simulation.ts';
import { chooseNode } from './choose-node.ts';
import type { NodeFault } from './find-misfit.ts';
import { createClusterUsage, type ClusterUsage } from './node-usage.ts';
import { scheduledPodOf } from './scheduled-pod.ts';
import { followCluster } from './follow-cluster.ts';
import { isPending } from './pending-pod.ts';
import { createWaitingPods, type WaitingPods } from './waiting-pods.ts';
import { wordUnschedulable } from './word-unschedulable.ts';

interface SchedulerParts {
  readonly simulation: Simulation;
  readonly client: ControllerClient;
  readonly events: EventRecorder;
  readonly usage: ClusterUsage;
  readonly waiting: WaitingPods;
  readonly pods: Informer<Pod>;
  readonly namespaces: Informer<Namespace>;
}

const name = 'simulated-scheduler';
/** The limit of concurrent bindings. Nodes are chosen for one pod at a time. */
const bindingsAtOnce = 32;

/** The default rate of the clients of kube-scheduler. */
const eventRate = { perSecond: 50, burst: 100 };

export function startScheduler(simulation: Simulation): LedController {
  const { context } = simulation;
  const { kinds, informers } = context;
  const client = context.clientOf(schedulerCaller);
  const events = simulation.recorderOf(client, { component: 'default-scheduler', rate: eventRate });
  const pods = informers.informer<Pod>(kinds.pods);
  const nodes = informers.informer<Node>(kinds.nodes);
  const namespaces = informers.informer<Namespace>(kinds.namespaces);
  const usage = createClusterUsage();
  const reconciler = startReconciler(
    { ...context, workers: bindingsAtOnce },
    {
      queue: 'simulated_scheduler',
      name,
      backoff: { baseMs: 1_000, maxMs: 10_000 },
      informers: [pods, nodes, namespaces],
      reconcile: async (key) => {
        await schedule(parts, key);
        return undefined;
      },
    },
  );
  const waiting = createWaitingPods(reconciler.queue, context.clock);
  const parts: SchedulerParts = { simulation, client, events, usage, waiting, pods, namespaces };
  reconciler.onStop(followCluster({ pods, nodes, usage, waiting, queue: reconciler.queue }));
  reconciler.onStop(() => waiting.close());
  return {
    check: () => reconciler.check(),
    stop: async () => {
      await reconciler.stop();
      await events.close();
    },
  };
}

async function schedule(parts: SchedulerParts, key: string): Promise<void> {
  const { simulation, usage, waiting, pods } = parts;
  const pod = pods.get(splitObjectKey(key));
  if (pod === undefined || !isPending(pod) || usage.nodeOf(pod.head.uid) !== undefined) {
    waiting.forget(key);
    return;
  }
  const choice = choose(parts, pod);
  if (!choice.ok) {
    waiting.add(key, pod);
    return tellUnschedulable(parts, pod, choice.faults);
  }
  waiting.forget(key);
  usage.place(scheduledPodOf(pod), choice.node.name);
  await bind({ ...parts, nodeName: choice.node.name }, pod);
  const message = `Successfully assigned ${key} to ${choice.node.name}`;
  parts.events.record({ about: aboutPod(simulation, pod), type: 'Normal', reason: 'Scheduled', message });
}

function choose({ simulation, usage, namespaces }: SchedulerParts, pod: CachedPod) {
  const nodes = usage.nodes();
  if (!simulation.behaviourOf(pod).isSchedulable) return { ok: false, faults: nodes.map(() => unwanted) } as const;
  const labelsOf = (namespace: string) => namespaces.get({ name: namespace })?.head.labels;
  const draw = simulation.drawOf(pod);
  const on = { nodes, repelling: usage.repelling(), labelsOf };
  return chooseNode(scheduledPodOf(pod), pod.object.spec, on, () => draw('node'));
}

/** The fault for pods with `schedulable: false`, as if their node selector matched no node. */
const unwanted: NodeFault = { reasons: ["node(s) didn't match Pod's node affinity/selector"], isFinal: true };

/** Binds a pod that was assumed on its node, and takes the assumption back if the binding fails. */
async function bind(
  { simulation, client, usage, nodeName }: SchedulerParts & { readonly nodeName: string },
  pod: CachedPod,
) {
  const { namespace, name: podName, head } = pod;
  const resource = simulation.context.kinds.pods;
  const binding = { metadata: { namespace, name: podName, uid: head.uid }, target: { kind: 'Node', name: nodeName } };
  try {
    const reply = await client.create({ resource, namespace, name: podName, subresource: 'binding' }, binding);
    if (reply.ok) return;
    usage.remove(head.uid);
    // The pod was deleted, or bound by another scheduler: its event follows.
    if (!isNotFound(reply) && !isConflict(reply)) throw refusedError(reply);
  } catch (error) {
    usage.remove(head.uid);
    throw error;
  }
}

async function tellUnschedulable(parts: SchedulerParts, pod: CachedPod, faults: readonly NodeFault[]): Promise<void> {
  const { simulation, client, events } = parts;
  const { spec, status } = pod.object;
  const message = wordUnschedulable(faults, spec.preemptionPolicy);
  const about = aboutPod(simulation, pod);
  events.record({ about, type: 'Warning', reason: 'FailedScheduling', message });
  const before = status.conditions?.find(({ type }) => type === 'PodScheduled');
  if (before?.status === 'False' && before.message === message) return;
  const { clock, kinds } = simulation.context;
  const now = secondsText(clock.wallMs());
  const lastTransitionTime = before?.status === 'False' ? before.lastTransitionTime : now;
  const condition = { type: 'PodScheduled', status: 'False', lastProbeTime: null, lastTransitionTime, reason, message };
  const target = { resource: kinds.pods, namespace: pod.namespace, name: pod.name, subresource: 'status' };
  const reply = await client.patch(target, 'strategic', {
    metadata: { uid: pod.head.uid },
    status: { conditions: [condition] },
  });
  if (!reply.ok && !isNotFound(reply) && !isConflict(reply)) throw refusedError(reply);
}

const reason = 'Unschedulable';

function aboutPod({ context }: Simulation, pod: CachedPod) {
  return referenceTo(context.kinds.pods, pod);
}
