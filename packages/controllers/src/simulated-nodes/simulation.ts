/** A simulation: its options, the users that its requests are made as, and the behaviour of each pod. */
import { authenticatedGroup } from '@keelson/auth';
import type { Caller } from '@keelson/registry';

import type { ControllerClient } from '../client/controller-client.ts';
import { createEventRecorder, type EventRecorder } from '../events/event-recorder.ts';
import type { WriteRate } from '../events/write-pace.ts';
import type { CachedPod } from '../dependents/pod-facts.ts';
import type { ControllerContext } from '../frame/definition.ts';
import { createDraw, createPodIdentities, type Draw } from './behaviour/draw.ts';
import { behaviourOf, type PodBehaviour } from './behaviour/pod-behaviour.ts';
import { settingsOf, type SimulationRules } from './behaviour/simulation-rules.ts';

export interface NodeSimulationOptions {
  /** The number of nodes. */
  readonly nodes: number;
  readonly rules: SimulationRules;
  readonly seed: number;
  /** The divisor of the delays of pods. */
  readonly speed: number;
  readonly recordsEvents: boolean;
  /** False where another scheduler binds the pods. */
  readonly bindsPods: boolean;
  /** False where one user makes all requests, as in a process of its own: the rights are those of that user. */
  readonly actsAsNodes: boolean;
}

export interface Simulation {
  readonly context: ControllerContext;
  readonly options: NodeSimulationOptions;
  readonly nodeNames: ReadonlySet<string>;
  behaviourOf(pod: CachedPod): PodBehaviour;
  /** The random draws of one pod. */
  drawOf(pod: CachedPod): Draw;
  /** Converts simulated milliseconds to real ones. */
  scale(ms: number): number;
  /** The recorder is silent if the simulation records no events. */
  recorderOf(client: ControllerClient, source: RecorderSource): EventRecorder;
}

export interface RecorderSource {
  readonly component: string;
  readonly host?: string;
  readonly rate: WriteRate;
}

export function nodeNamesOf({ nodes }: Pick<NodeSimulationOptions, 'nodes'>): readonly string[] {
  return Array.from({ length: nodes }, (_, index) => `node-${index + 1}`);
}

export function createSimulation(context: ControllerContext, options: NodeSimulationOptions): Simulation {
  const identify = createPodIdentities();
  const drawOf = ({ namespace, name, head, object }: CachedPod): Draw =>
    createDraw(options.seed, identify({ namespace, name, uid: head.uid, generateName: object.metadata.generateName }));
  const { kinds, clock, logger } = context;
  return {
    context,
    options,
    nodeNames: new Set(nodeNamesOf(options)),
    drawOf,
    behaviourOf: (pod) => behaviourOf(pod.object, settingsOf(pod, options.rules), drawOf(pod)),
    scale: (ms) => ms / options.speed,
    recorderOf: (client, source) =>
      options.recordsEvents
        ? createEventRecorder({ client, events: kinds.events, ...source, clock, logger })
        : silentRecorder,
  };
}

const silentRecorder: EventRecorder = { record: () => undefined, close: () => Promise.resolve() };

/** The user that the default role `system:kube-scheduler` is bound to. */
export const schedulerCaller: Caller = {
  user: { name: 'system:kube-scheduler', groups: [authenticatedGroup] },
  userAgent: 'kube-scheduler',
};

/** The group that gets the role `system:node`. Real nodes are not in it, so that the binding gives them no rights. */
export const simulatedNodesGroup = 'simulated-nodes';

export function kubeletCaller(nodeName: string): Caller {
  return {
    user: { name: `system:node:${nodeName}`, groups: ['system:nodes', simulatedNodesGroup, authenticatedGroup] },
    userAgent: 'kubelet',
  };
}
