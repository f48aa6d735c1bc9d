/**
 * Deletes what servers hold in a namespace, of all kinds that discovery has shown, and counts what is left. Asks for
 * metadata alone.
 */
import type { Status } from '@keelson/meta';
import type { ContentElsewhere } from '@keelson/registry';

import { answerFields, answerItems, answerMetadata, answerText } from './answer-fields.ts';
import { firstVersions, hasVerbs, nameOfVersion, wordDiscoveryFault } from './discover-kinds.ts';
import type { DiscoveredKind, DiscoveredKinds } from './discover-kinds.ts';
import { metadataAlone } from './metadata-form.ts';
import { requestRemote, rootOf, type RemoteServer } from './remote-api.ts';

export interface EmptyingKinds {
  readonly discovered: DiscoveredKinds;
  readonly serverOf: (kind: DiscoveredKind) => RemoteServer;
  readonly namespace: string;
  /** Once it is aborted, nothing is deleted any more. */
  readonly signal: AbortSignal;
}

/** Never rejects. A kind that cannot be emptied keeps no other from it; a server that is away is asked for one kind. */
export async function emptyKinds({ discovered, ...place }: EmptyingKinds): Promise<ContentElsewhere> {
  const [failures, finalizers] = [[] as string[], new Map<string, number>()];
  const remaining = new Map<string, number>();
  const away = new Map<string, string>();
  const meant = discovered.kinds.filter((kind) => kind.isNamespaced && hasVerbs(kind, 'list', 'delete'));
  for (const kind of firstVersions(meant)) {
    const version = nameOfVersion(kind);
    const { count, fault, isAway } = await emptyUnlessAway(kind, { ...place, finalizers }, away.get(version));
    if (fault !== undefined) failures.push(fault);
    if (fault !== undefined && isAway === true) away.set(version, fault);
    if (count > 0) remaining.set(`${kind.plural}.${kind.group}`, count);
  }
  return { failures, remaining, finalizers, discoveryFault: wordDiscoveryFault(discovered) };
}

export function isAnythingLeft({ failures, remaining, discoveryFault }: ContentElsewhere): boolean {
  return failures.length > 0 || remaining.size > 0 || discoveryFault !== undefined;
}

interface KindPlace extends Omit<EmptyingKinds, 'discovered'> {
  /** Gets the finalizers of what is left, with their numbers. */
  readonly finalizers: Map<string, number>;
}

interface KindLeft {
  readonly count: number;
  readonly fault: string | undefined;
  readonly isAway?: boolean;
}

const inBackground = JSON.stringify({ kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' });

function emptyUnlessAway(kind: DiscoveredKind, place: KindPlace, fault: string | undefined): Promise<KindLeft> {
  return fault === undefined ? emptyKind(kind, place) : Promise.resolve({ count: 0, fault });
}

async function emptyKind(kind: DiscoveredKind, place: KindPlace): Promise<KindLeft> {
  const { signal, serverOf, namespace } = place;
  const server = serverOf(kind);
  const path = `${rootOf(kind)}/namespaces/${encodeURIComponent(namespace)}/${kind.plural}`;
  const before = await listNames(server, path);
  if (before.fault !== undefined || before.names.length === 0) return { count: 0, ...before };
  const hasCollectionDelete = hasVerbs(kind, 'deletecollection');
  const paths = hasCollectionDelete ? [path] : before.names.map((name) => `${path}/${encodeURIComponent(name)}`);
  let fault: string | undefined;
  for (const each of paths) {
    const deleted = await requestRemote(server, { method: 'DELETE', path: each, body: inBackground, signal });
    if (deleted.ok || deleted.status.code === 404) continue;
    fault ??= deleted.status.message ?? `${path} cannot be deleted`;
    if (deleted.status.code === unavailable) break;
  }
  const after = await listNames(server, path, place.finalizers);
  return { count: after.names.length, fault: fault ?? after.fault };
}

interface Names {
  readonly names: readonly string[];
  readonly fault: string | undefined;
  readonly isAway?: boolean;
}

const unavailable = 503;
const pageSize = 500;
/** More than any server holds of a kind: a list beyond it has no end. */
const mostPages = 10_000;

async function listNames(server: RemoteServer, path: string, finalizers?: Map<string, number>): Promise<Names> {
  const names: string[] = [];
  let next = '';
  for (let page = 0; page < mostPages; page += 1) {
    const listed = await requestRemote(server, {
      method: 'GET',
      path: path + queryOf(next),
      accept: metadataAlone.list,
    });
    if (!listed.ok) return { names, ...listFaultOf(path, listed.status) };
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
  return { names, fault: `${path} answers a list without an end` };
}

function queryOf(next: string): string {
  return `?limit=${pageSize}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`;
}

/** The objects of a kind that is no longer served cannot be deleted. */
function listFaultOf(path: string, { code, message }: Status): Pick<Names, 'fault' | 'isAway'> {
  if (code === 404) return { fault: undefined };
  return { fault: message ?? `${path} cannot be listed`, isAway: code === unavailable };
}

function countFinalizers(names: readonly unknown[], counts: Map<string, number>): void {
  for (const name of names) if (typeof name === 'string') counts.set(name, (counts.get(name) ?? 0) + 1);
}
