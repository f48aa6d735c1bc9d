/**
 * Empties a terminating namespace of another server, over all kinds that it serves there: deletes what is in it, tells in
 * its conditions what is left, and takes its finalizer off once nothing is.
 *
 * A server refuses to create anything in a terminating namespace, so that a list that is empty stays so.
 */
import type { DeletionProgress, Resource } from '@keelson/schema';

import { isConflict, isNotFound, refusedError, type ControllerClient } from '../client/controller-client.ts';
import type { EmptyingResult, EmptyNamespace } from '../frame/empty-namespace.ts';
import { discoverKinds } from '../remote-api/discover-kinds.ts';
import { emptyKinds, isAnythingLeft } from '../remote-api/empty-kinds.ts';
import type { RemoteServer } from '../remote-api/remote-api.ts';

export interface RemoteEmptierParts {
  readonly server: RemoteServer;
  readonly client: ControllerClient;
  readonly namespaces: Resource;
  readonly now: () => Date;
  /** Aborted when leadership is lost: nothing is deleted afterwards. */
  readonly signal: AbortSignal;
}

export function createRemoteEmptier(parts: RemoteEmptierParts): EmptyNamespace {
  return async (name) => {
    const { client, namespaces } = parts;
    const got = await client.get<object>({ resource: namespaces, name });
    if (!got.ok && isNotFound(got)) return { isEmpty: true };
    if (!got.ok) throw refusedError(got);
    if (got.object.head.deletionTimestamp === undefined) return { isEmpty: true };
    const progress = await emptyAll(parts, name);
    const object = structuredClone(got.object.object);
    const reported = await report(parts, { name, object, progress });
    if (reported === undefined) return { isEmpty: false };
    return isAnythingLeft(progress) ? { isEmpty: false } : release(parts, name, reported);
  };
}

async function emptyAll({ server, now, signal }: RemoteEmptierParts, namespace: string): Promise<DeletionProgress> {
  const discovered = await discoverKinds(server);
  const left = await emptyKinds({ discovered, serverOf: () => server, namespace, signal });
  const time = now()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z');
  return { now: time, ...left };
}

interface Report {
  readonly name: string;
  readonly object: object;
  readonly progress: DeletionProgress;
}

/** Returns the updated namespace; `undefined` after a conflict, for which it is queued again. */
async function report(
  { client, namespaces }: RemoteEmptierParts,
  { name, object, progress }: Report,
): Promise<object | undefined> {
  const { deletion } = namespaces;
  const isNew = deletion.kind === 'twoPhase' && deletion.report?.(object as never, progress) === true;
  if (!isNew) return object;
  const written = await client.update<object>({ resource: namespaces, name, subresource: 'status' }, object);
  if (written.ok) return structuredClone(written.object.object);
  if (isConflict(written) || isNotFound(written)) return undefined;
  throw refusedError(written);
}

async function release(
  { client, namespaces }: RemoteEmptierParts,
  name: string,
  object: object,
): Promise<EmptyingResult> {
  const { deletion } = namespaces;
  if (deletion.kind === 'twoPhase') deletion.release(object as never);
  const released = await client.update<object>({ resource: namespaces, name, subresource: 'finalize' }, object);
  if (!released.ok && isNotFound(released)) return { isEmpty: true };
  if (!released.ok && isConflict(released)) return { isEmpty: false };
  if (!released.ok) throw refusedError(released);
  if (deletion.kind !== 'twoPhase' || deletion.isHeld(released.object.object as never)) return { isEmpty: true };
  // Some servers delete it with its last finalizer, others with the next delete.
  const deleted = await client.delete({ resource: namespaces, name }, { uid: released.object.head.uid });
  if (deleted.ok || isNotFound(deleted) || isConflict(deleted)) return { isEmpty: true };
  throw refusedError(deleted);
}
