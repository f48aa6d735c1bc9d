/**
 * Registers the nodes of a simulation and sends their heartbeats: a Lease every ten seconds, the status every five
 * minutes, as kubelets do. A deleted node is not registered again; it gets heartbeats again once a client recreates it.
 */
import type { Node } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';

import {
  isAlreadyExists,
  isConflict,
  isNotFound,
  refusedError,
  type ClientReply,
  type ControllerClient,
} from '../../client/controller-client.ts';
import { accountCaller } from '../../client/registry-client.ts';
import { microsText, secondsText } from '../../controller-clock.ts';
import type { LedController } from '../../frame/definition.ts';
import { startReconciler } from '../../frame/reconciler.ts';
import { kubeletCaller, nodeNamesOf, type Simulation } from '../simulation.ts';
import { makeNode, nodeConditionsOf, nodeShapeOf, nodeStatusOf, type NodeShape } from './node-object.ts';

export interface KeptNodes extends LedController {
  /** `run` is called once, when all nodes are registered. */
  onRegistered(run: () => void): void;
}

interface KeptNode {
  readonly shape: NodeShape;
  readonly client: ControllerClient;
  node: CachedObject<Node> | undefined;
  statusMs: number;
}

const name = 'simulated-nodes';
const leaseMs = 10_000;
const leaseDurationSeconds = 40;
const statusMs = 5 * 60_000;
const leaseNamespace = 'kube-node-lease';

/** `prepare` is awaited before anything is written. */
export function keepNodes(simulation: Simulation, prepare: () => Promise<void>): KeptNodes {
  const { context, options } = simulation;
  const { informers, kinds } = context;
  const nodes = informers.informer<Node>(kinds.nodes);
  const kept = new Map(
    nodeNamesOf(options).map((each, index): [string, KeptNode] => {
      const shape = nodeShapeOf(each, index, options.rules.nodes);
      return [each, { shape, client: context.clientOf(kubeletCaller(each)), node: undefined, statusMs: 0 }];
    }),
  );
  const missing = new Set(kept.keys());
  let tellRegistered: (() => void) | undefined;
  let preparing: Promise<void> | undefined;
  const reconciler = startReconciler(
    { ...context, workers: 16 },
    {
      queue: 'simulated_nodes',
      name,
      backoff: { baseMs: 50, maxMs: 10_000 },
      informers: [nodes],
      reconcile: async (key) => {
        const each = kept.get(key);
        if (each === undefined) return undefined;
        await (preparing ??= prepare().catch((error: unknown) => {
          preparing = undefined;
          throw error;
        }));
        if (each.node === undefined) await register(simulation, each);
        else if (nodes.get({ name: key }) === undefined) return undefined;
        await beat(simulation, each);
        missing.delete(key);
        if (missing.size === 0) {
          tellRegistered?.();
          tellRegistered = undefined;
        }
        return { requeueAfterMs: leaseMs };
      },
    },
  );
  for (const key of kept.keys()) reconciler.queue.add(key);
  reconciler.onStop(
    nodes.addHandler({
      onAdd: (node, { isInitial }) => {
        const each = kept.get(node.name);
        if (each === undefined || isInitial || each.node === undefined || each.node.head.uid === node.head.uid) return;
        each.node = undefined;
        reconciler.queue.add(node.name);
      },
    }),
  );
  const wordMissing = (): string | undefined =>
    missing.size === 0 ? undefined : `${missing.size} nodes are not registered yet`;
  return {
    onRegistered: (run) => void (tellRegistered = run),
    check: () => reconciler.check() ?? wordMissing(),
    stop: () => reconciler.stop(),
  };
}

/** Registers a node. A node that exists, as after a restart, gets a new status and keeps what others wrote to it. */
async function register({ context }: Simulation, kept: KeptNode): Promise<void> {
  const { shape, client } = kept;
  const { clock, kinds } = context;
  const now = secondsText(clock.wallMs());
  const created = await client.create<Node>({ resource: kinds.nodes }, makeNode(shape, now));
  if (!created.ok && !isAlreadyExists(created)) throw refusedError(created);
  const target = { resource: kinds.nodes, name: shape.name };
  if (!created.ok) {
    const status = nodeStatusOf(shape, now);
    objectOrThrow(await client.patch<Node>({ ...target, subresource: 'status' }, 'strategic', { status }));
  }
  kept.statusMs = clock.now();
  await admitPods(context.clientOf(accountCaller('node-controller')), target);
  // Freshness most recent: after this read the informers have the node, too.
  kept.node = objectOrThrow(await client.get<Node>(target));
  await claimLease(context, kept);
}

const notReady = 'node.kubernetes.io/not-ready';

/**
 * Removes the not-ready taint, which admission adds to new nodes; simulated nodes are ready from the start. Kubelets
 * may not change taints, so the request is made as the service account of the node controller.
 */
async function admitPods(client: ControllerClient, target: Parameters<ControllerClient['get']>[0]): Promise<void> {
  const { object } = objectOrThrow(await client.get<Node>(target));
  const { taints = [] } = object.spec;
  if (!taints.some(({ key }) => key === notReady)) return;
  const kept = taints.filter(({ key }) => key !== notReady);
  const { resourceVersion } = object.metadata;
  const patch = { metadata: { resourceVersion }, spec: { taints: kept.length === 0 ? null : kept } };
  objectOrThrow(await client.patch<Node>(target, 'merge', patch));
}

async function claimLease({ clock, kinds }: Simulation['context'], { client, shape, node }: KeptNode): Promise<void> {
  const resource = kinds.leases;
  const owner = { apiVersion: 'v1', kind: kinds.nodes.kind, name: shape.name, uid: node?.head.uid };
  const lease = {
    metadata: { name: shape.name, namespace: leaseNamespace, ownerReferences: [owner] },
    spec: { holderIdentity: shape.name, leaseDurationSeconds, renewTime: microsText(clock.wallMs()) },
  };
  const created = await client.create({ resource, namespace: leaseNamespace }, lease);
  if (created.ok) return;
  if (!isAlreadyExists(created)) throw refusedError(created);
  const target = { resource, namespace: leaseNamespace, name: shape.name };
  objectOrThrow(await client.patch(target, 'merge', { metadata: { ownerReferences: [owner] }, spec: lease.spec }));
}

async function beat({ context }: Simulation, kept: KeptNode): Promise<void> {
  const { client, shape } = kept;
  const { clock, kinds } = context;
  const renewTime = microsText(clock.wallMs());
  const lease = { resource: kinds.leases, namespace: leaseNamespace, name: shape.name };
  const renewed = await client.patch(lease, 'merge', { spec: { renewTime } });
  if (!renewed.ok && isNotFound(renewed)) await claimLease(context, kept);
  else if (!renewed.ok && !isConflict(renewed)) throw refusedError(renewed);
  if (clock.now() - kept.statusMs < statusMs) return;
  const target = { resource: kinds.nodes, name: shape.name, subresource: 'status' };
  const status = { conditions: nodeConditionsOf(secondsText(clock.wallMs())) };
  const told = await client.patch(target, 'strategic', { status });
  if (told.ok) kept.statusMs = clock.now();
}

function objectOrThrow<T>(reply: ClientReply<T>): CachedObject<T> {
  if (!reply.ok) throw refusedError(reply);
  return reply.object;
}
