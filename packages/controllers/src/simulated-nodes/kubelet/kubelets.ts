/** Kubelets, one for each node that has pods: client, event recorder and pod addresses. */
import type { ControllerClient } from '../../client/controller-client.ts';
import type { EventRecorder } from '../../events/event-recorder.ts';
import { kubeletCaller, type Simulation } from '../simulation.ts';
import { nodeShapeOf } from './node-object.ts';
import { createPodAddresses, type PodAddresses } from './pod-addresses.ts';

export interface Kubelet {
  readonly client: ControllerClient;
  readonly events: EventRecorder;
  /** The IP address of the node. */
  readonly address: string;
  readonly addresses: PodAddresses;
}

export interface Kubelets {
  of(nodeName: string): Kubelet;
  close(): Promise<void>;
}

/** The default of a kubelet's `--event-qps` and `--event-burst`. */
const eventRate = { perSecond: 5, burst: 10 };

export function openKubelets(simulation: Simulation): Kubelets {
  const { context, nodeNames, options } = simulation;
  const indexes = new Map([...nodeNames].map((name, index) => [name, index]));
  const open = new Map<string, Kubelet>();
  return {
    of: (nodeName) => {
      const known = open.get(nodeName);
      if (known !== undefined) return known;
      const { address, podPrefix } = nodeShapeOf(nodeName, indexes.get(nodeName) ?? 0, options.rules.nodes);
      const client = context.clientOf(kubeletCaller(nodeName));
      const events = simulation.recorderOf(client, { component: 'kubelet', host: nodeName, rate: eventRate });
      const kubelet = { client, events, address, addresses: createPodAddresses(podPrefix) };
      open.set(nodeName, kubelet);
      return kubelet;
    },
    close: async () => {
      await Promise.all([...open.values()].map(({ events }) => events.close()));
    },
  };
}
