/**
 * Empties a terminating namespace of another server, over all kinds that it serves there: deletes what is in it, tells in
 * its conditions what is left, and takes its finalizer off once nothing is.
 *
 * A server refuses to create anything in a terminating namespace, so that a list that is empty stays so.
 */
import type { Status } from '@keelson/meta';
import type { DeletionProgress, Resource } from '@keelson/schema';

import { isConflict, isNotFound, refusedError, type ControllerClient } from '../client/controller-client.ts';
import type { EmptyingResult, EmptyNamespace } from '../frame/empty-namespace.ts';
import { answerFields, answerItems, answerMetadata, answerText } from './answer-fields.ts';
import { discoverNamespacedKinds, type DiscoveredKind } from './discover-kinds.ts';
import { requestRemote, type RemoteServer } from './remote-api.ts';

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
    const progress = await emptyKinds(parts, name);
    const object = structuredClone(got.object.object);
    const reported = await report(parts, { name, object, progress });
    if (reported === undefined) return { isEmpty: false };
    const isLeft = progress.failures.length > 0 || progress.remaining.size > 0;
    return isLeft ? { isEmpty: false } : release(parts, name, reported);
  };
}

async function emptyKinds({ server, now, signal }: RemoteEmptierParts, namespace: string): Promise<DeletionProgress> {
  const { kinds, failures: unknown } = await discoverNamespacedKinds(server);
  const failures = [...unknown];
  const [remaining, finalizers] = [new Map<string, number>(), new Map<string, number>()];
  for (const kind of kinds) {
    const { count, fault } = await emptyKind(server, kind, { namespace, finalizers, signal });
    if (fault !== undefined) failures.push(fault);
    if (count > 0) remaining.set(`${kind.plural}.${kind.group}`, count);
  }
  return {
    now: now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z'),
    failures,
    remaining,
    finalizers,
  };
}

interface KindPlace {
  readonly signal: AbortSignal;
  readonly namespace: string;
  /** Gets the finalizers of what is left, with their numbers. */
  readonly finalizers: Map<string, number>;
}

interface KindLeft {
  readonly count: number;
  readonly fault: string | undefined;
}

const inBackground = JSON.stringify({ kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' });

async function emptyKind(server: RemoteServer, kind: DiscoveredKind, place: KindPlace): Promise<KindLeft> {
  const path = `${kind.root}/namespaces/${encodeURIComponent(place.namespace)}/${kind.plural}`;
  const before = await listNames(server, path);
  if (before.fault !== undefined || before.names.length === 0) return { count: 0, fault: before.fault };
  const paths = kind.hasCollectionDelete ? [path] : before.names.map((name) => `${path}/${encodeURIComponent(name)}`);
  let fault: string | undefined;
  for (const each of paths) {
    const { signal } = place;
    const deleted = await requestRemote(server, { method: 'DELETE', path: each, body: inBackground, signal });
    if (!deleted.ok && deleted.status.code !== 404) fault ??= deleted.status.message ?? `${path} cannot be deleted`;
  }
  const after = await listNames(server, path, place.finalizers);
  return { count: after.names.length, fault: fault ?? after.fault };
}

interface Names {
  readonly names: readonly string[];
  readonly fault: string | undefined;
}

const pageSize = 500;

async function listNames(server: RemoteServer, path: string, finalizers?: Map<string, number>): Promise<Names> {
  const names: string[] = [];
  for (let next = ''; ;) {
    const listed = await requestRemote(server, { method: 'GET', path: path + queryOf(next) });
    if (!listed.ok) return { names, fault: listFaultOf(path, listed.status) };
    const body = answerFields(listed.value);
    if (answerText(body, 'kind')?.endsWith('List') !== true) return { names, fault: `${path} answers no list` };
    for (const item of answerItems(body, 'items')) {
      const metadata = answerMetadata(item);
      names.push(answerText(metadata, 'name') ?? '');
      if (finalizers !== undefined) countFinalizers(answerItems(metadata, 'finalizers'), finalizers);
    }
    next = answerText(answerMetadata(body), 'continue') ?? '';
    if (next === '') return { names, fault: undefined };
  }
}

function queryOf(next: string): string {
  return `?limit=${pageSize}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`;
}

/** The objects of a kind that is no longer served cannot be deleted. */
function listFaultOf(path: string, { code, message }: Status): string | undefined {
  return code === 404 ? undefined : (message ?? `${path} cannot be listed`);
}

function countFinalizers(names: readonly unknown[], counts: Map<string, number>): void {
  for (const name of names) if (typeof name === 'string') counts.set(name, (counts.get(name) ?? 0) + 1);
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
