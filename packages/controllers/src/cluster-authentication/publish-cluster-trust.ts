/**
 * Keeps the config map in which other API servers find whom to trust: the authorities of client certificates, and the front
 * proxies that may name a user. Every replica adds its own part.
 */
import { isDeepStrictEqual } from 'node:util';

import { createBackoff, createWorkQueue, startWorkers } from '@keelson/informers';
import { groupVersion } from '@keelson/schema';

import { systemCaller, type Controller, type ControllerParts } from '../controller.ts';
import { mergeTrust, type ClusterTrust } from './cluster-trust.ts';

export interface ClusterTrustParts extends ControllerParts {
  /** Of this moment. */
  readonly trust: () => ClusterTrust;
}

export interface ClusterTrustPublisher extends Controller {
  /** To be called when the trust has changed. */
  renew(): void;
}

interface Stored {
  readonly metadata: object;
  readonly data?: Readonly<Record<string, string>>;
}

const namespace = 'kube-system';
const name = 'extension-apiserver-authentication';
const controller = 'cluster_authentication_trust_controller';
const retries = { baseMs: 100, maxMs: 30_000 };
/** Changes by others are looked at after a while: a disagreement costs two writes a second at most. */
const settleMs = 500;
/** Authorities expire. */
const recheckMs = 60_000;

/** The namespace must be there. */
export function publishClusterTrust({
  informers,
  registry,
  record,
  logger,
  trust,
}: ClusterTrustParts): ClusterTrustPublisher {
  const [found] = informers.resources.where(({ purpose }) => purpose?.kind === 'authorityBundle');
  if (found === undefined) throw new Error('no declared resource holds authorities for clients');
  const resource = found.stored;
  const isThis = (object: { readonly namespace: string; readonly name: string }): boolean =>
    object.namespace === namespace && object.name === name;
  const informer = informers.informerOfNames<Stored>(resource, isThis);
  const queue = createWorkQueue({ name: controller, backoff: createBackoff(retries), ...(record && { record }) });
  const again = (): void => queue.addAfter(name, settleMs);

  const reconcile = async () => {
    await informer.whenSynced();
    const cached = informer.get({ namespace, name });
    const stored = cached?.decoded.ok === true ? cached.decoded.object : undefined;
    const data = mergeTrust(stored?.data ?? {}, trust(), new Date());
    if (cached === undefined || !isDeepStrictEqual({ ...stored?.data }, data))
      await write(cached?.version.revision, stored, data);
    return { requeueAfterMs: recheckMs };
  };
  const write = async (
    revision: bigint | number | undefined,
    stored: Stored | undefined,
    data: object,
  ): Promise<void> => {
    const metadata = {
      ...stored?.metadata,
      name,
      namespace,
      ...(revision !== undefined && { resourceVersion: String(revision) }),
    };
    const object = { ...stored, apiVersion: groupVersion(resource), kind: resource.kind, metadata, data };
    const body = { format: 'json' as const, bytes: Buffer.from(JSON.stringify(object)) };
    const request = { body, options: {}, caller: systemCaller };
    const written =
      revision === undefined
        ? await registry.create({ resource, namespace }, request)
        : await registry.update({ resource, namespace, name }, request);
    // Another replica was faster: its write brings the key again.
    if (!written.ok && written.status.code !== 409 && written.status.code !== 404) {
      throw new Error(written.status.message ?? 'it was refused');
    }
  };
  const removeHandler = informer.addHandler({ onAdd: again, onUpdate: again, onDelete: again });
  queue.add(name);
  startWorkers({ queue, reconcile, count: 1, name: controller, logger });
  return {
    renew: () => queue.add(name),
    stop: () => {
      removeHandler();
      return queue.shutDown();
    },
  };
}
