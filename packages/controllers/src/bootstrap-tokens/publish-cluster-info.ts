/**
 * Cluster info publisher: keeps the address and the authority of this API in `cluster-info`, and lets callers without
 * credentials read it, so that newcomers find the cluster by a bootstrap token (the signatures are `bootstrapsigner`'s).
 *
 * It runs under the election of the controllers. Replicas differ for a while, where an authority is renewed or the flag is
 * changed in one after the other; if each of them wrote, they would undo each other's work all that time, and each write
 * makes the signatures invalid until the next one.
 *
 * An address is changed only if it is the one that was published last, which an annotation tells, or none. Another one
 * was put there by an operator, a balancer's perhaps, and has an authority that is not known here: it is left alone.
 */
import type { ConfigMap } from '@keelson/api';
import type { ReconcileResult } from '@keelson/informers';

import { isAlreadyExists, isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import { systemCaller } from '../controller.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import {
  clusterInfoKey,
  clusterInfoPlace,
  leadsTo,
  printClusterInfo,
  readClusterAddresses,
  type ClusterAddress,
} from './cluster-info.ts';
import { openClusterInfo } from './open-cluster-info.ts';

export interface ClusterInfoOptions {
  /** The URL under which newcomers reach the API. */
  readonly server: string;
}

const name = 'cluster-info-publisher';
/** Holds the server that was published last. */
const publishedAnnotation = 'keelson.io/published-server';
/** The one key of the queue. */
const clusterInfo = 'cluster-info';

export function publishClusterInfo({ server }: ClusterInfoOptions): ControllerDefinition {
  return { name, account: name, workers: 1, start: (context) => start(context, server) };
}

function start(context: ControllerContext, server: string): LedController {
  const { informers, kinds, credentials, logger } = context;
  const { namespace, name: mapName } = clusterInfoPlace;
  const maps = informers.informerOfNames<ConfigMap>(
    kinds.configMaps,
    (each) => each.namespace === namespace && each.name === mapName,
  );
  let toldOf: string | undefined;
  const tell = (others: string): void => {
    if (others === toldOf) return;
    toldOf = others;
    logger.info('cluster-info leads to another address than --publish-cluster-info, and is left as it is', {
      found: others,
      wanted: server,
    });
  };
  const reconciler = startReconciler(context, {
    queue: 'cluster_info_publisher',
    name,
    informers: [maps],
    reconcile: async () => {
      // Nothing is published where no authority is known.
      if (credentials === undefined) return undefined;
      const wanted = { server, authority: credentials.authority() };
      const found = maps.get(clusterInfoPlace);
      if (found === undefined) return create(context, wanted);
      return found.decoded.ok ? repair(context, { found: found.decoded.object, wanted, tell }) : undefined;
    },
  });
  const enqueue = (): void => reconciler.queue.add(clusterInfo);
  reconciler.onStop(maps.addHandler({ onAdd: enqueue, onUpdate: enqueue, onDelete: enqueue }));
  const unfollow = credentials?.followAuthority?.(enqueue);
  reconciler.onStop(() => unfollow?.());
  reconciler.onStop(() => maps.stop());
  enqueue();
  return reconciler;
}

/**
 * Access is opened before the object is there, and only then: a binding that an operator deletes, to close the door once
 * all nodes have joined, stays deleted.
 */
async function create(context: ControllerContext, wanted: ClusterAddress): Promise<ReconcileResult | undefined> {
  const { clientOf, kinds } = context;
  const client = clientOf(systemCaller);
  await openClusterInfo(client, kinds);
  const created = await client.create(
    { resource: kinds.configMaps, namespace: clusterInfoPlace.namespace },
    {
      metadata: { ...clusterInfoPlace, annotations: { [publishedAnnotation]: wanted.server } },
      data: { [clusterInfoKey]: printClusterInfo(wanted) },
    },
  );
  if (!created.ok && !isAlreadyExists(created)) throw refusedError(created);
  return undefined;
}

interface Repair {
  readonly found: ConfigMap;
  readonly wanted: ClusterAddress;
  readonly tell: (others: string) => void;
}

async function repair(
  { clientOf, kinds }: ControllerContext,
  { found, wanted, tell }: Repair,
): Promise<ReconcileResult | undefined> {
  const text = found.data?.[clusterInfoKey] ?? '';
  const { annotations = {} } = found.metadata;
  const published = annotations[publishedAnnotation];
  const others = readClusterAddresses(text)
    .map(({ server }) => server)
    .filter((server) => server !== wanted.server && server !== published);
  if (others.length > 0) {
    tell(others.join());
    return undefined;
  }
  const isRight = leadsTo(text, wanted);
  if (isRight && published === wanted.server) return undefined;
  const written = await clientOf(systemCaller).update(
    { resource: kinds.configMaps, ...clusterInfoPlace },
    {
      ...found,
      metadata: { ...found.metadata, annotations: { ...annotations, [publishedAnnotation]: wanted.server } },
      data: { ...found.data, [clusterInfoKey]: isRight ? text : printClusterInfo(wanted) },
    },
  );
  if (written.ok || isNotFound(written)) return undefined;
  if (isConflict(written)) return { backsOff: true };
  throw refusedError(written);
}
