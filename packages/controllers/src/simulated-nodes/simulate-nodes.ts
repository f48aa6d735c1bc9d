/**
 * Simulated nodes: register, send heartbeats, and report pods that are bound to them as running, ready and ended; no
 * container runs. Requests are made with the identity and the rights of kubelets and of kube-scheduler.
 */
import { isAlreadyExists, refusedError } from '../client/controller-client.ts';
import { systemCaller } from '../controller.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { keepNodes } from './kubelet/keep-nodes.ts';
import { runPods } from './kubelet/run-pods.ts';
import { startScheduler } from './scheduler/schedule-pods.ts';
import { createSimulation, simulatedNodesGroup, type NodeSimulationOptions } from './simulation.ts';

export function simulateNodes(options: NodeSimulationOptions): ControllerDefinition {
  return {
    name: 'simulated-nodes',
    account: 'simulated-nodes',
    workers: 1,
    reads: ['pods', 'nodes'],
    start: (context) => start(context, options),
  };
}

function start(context: ControllerContext, options: NodeSimulationOptions): LedController {
  const simulation = createSimulation(context, options);
  const nodes = keepNodes(simulation, () => (options.actsAsNodes ? bindNodeRole(context) : Promise.resolve()));
  const running: LedController[] = [nodes];
  let isStopped = false;
  // The order matters: pods that are scheduled before nodes are registered would be reported unschedulable.
  nodes.onRegistered(() => {
    if (isStopped) return;
    running.push(runPods(simulation));
    if (options.bindsPods) running.push(startScheduler(simulation));
  });
  return {
    check: () => running.map((each) => each.check()).find((reason) => reason !== undefined),
    stop: async () => {
      isStopped = true;
      await Promise.all(running.map((each) => each.stop()));
    },
  };
}

const bindingName = 'keelson:simulated-nodes';

/** Binds the default role `system:node`, which has no subjects by default, to the group of simulated nodes. */
async function bindNodeRole({ clientOf, kinds }: ControllerContext): Promise<void> {
  const client = clientOf(systemCaller);
  const { group } = kinds.clusterRoleBindings;
  const target = { resource: kinds.clusterRoleBindings };
  const created = await client.create(target, {
    metadata: { name: bindingName },
    roleRef: { apiGroup: group, kind: kinds.clusterRoles.kind, name: 'system:node' },
    subjects: [{ apiGroup: group, kind: 'Group', name: simulatedNodesGroup }],
  });
  if (!created.ok && !isAlreadyExists(created)) throw refusedError(created);
  // Freshness most recent: after this read the authorizer knows the binding.
  await client.get({ ...target, name: bindingName });
}
