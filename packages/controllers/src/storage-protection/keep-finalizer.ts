/**
 * Keeps a finalizer on objects for as long as they are in use: adds it to objects that lack it, and takes it off objects
 * that are deleted once nothing uses them.
 */
import { objectKey, type CachedObject, type ReconcileResult } from '@keelson/informers';
import type { Resource } from '@keelson/schema';

import { refusedError, type ControllerClient } from '../client/controller-client.ts';

export interface ProtectedObject {
  readonly client: ControllerClient;
  readonly resource: Resource;
  readonly finalizer: string;
  readonly object: CachedObject<{ readonly metadata: object }>;
  /** Asked of objects that are being deleted. */
  readonly isUsed: () => boolean;
}

export async function keepFinalizer(parts: ProtectedObject): Promise<ReconcileResult | undefined> {
  const { finalizer, object, isUsed } = parts;
  const { finalizers, deletionTimestamp } = object.head;
  const hasIt = finalizers.includes(finalizer);
  if (deletionTimestamp === undefined) return hasIt ? undefined : write(parts, [...finalizers, finalizer]);
  if (!hasIt || isUsed()) return undefined;
  return write(
    parts,
    finalizers.filter((each) => each !== finalizer),
  );
}

/** An update of the version that was examined: a conflict means that it has changed, and an event tells of it. */
async function write(
  { client, resource, object }: ProtectedObject,
  finalizers: readonly string[],
): Promise<ReconcileResult | undefined> {
  if (!object.decoded.ok) throw new Error(`${resource.plural} ${objectKey(object)}: ${object.decoded.fault}`);
  const { namespace, name } = object;
  const target = { resource, name, ...(namespace !== '' && { namespace }) };
  const { object: stored } = object;
  const written = await client.update(target, { ...stored, metadata: { ...stored.metadata, finalizers } });
  if (written.ok || written.status.code === 404) return undefined;
  if (written.status.code === 409) return { backsOff: true };
  throw refusedError(written);
}
