/**
 * The OpenAPI documents of remote servers: asked for when an APIService comes, changes or becomes available, and once a
 * minute, by the tag of the last answer. A server that does not answer is asked less and less often, and its last documents
 * stay.
 */
import type { Logger } from '@keelson/telemetry';
import type { RemoteDocumentV2, RemoteDocumentV3, RemoteOpenapi } from '@keelson/surface';

import type { RegisteredRemote, RemoteApis } from '../remote/remote-apis.ts';
import type { RegenerationMetrics, RegenerationReason } from './regeneration-metrics.ts';
import { fetchV2, fetchV3, fetchV3Index, type FetchedV2, type OpenapiParts } from './fetch-openapi.ts';

export interface RemoteOpenapiParts extends OpenapiParts {
  readonly remotes: Pick<RemoteApis, 'all' | 'onChange'>;
  readonly metrics?: RegenerationMetrics | undefined;
  readonly logger: Pick<Logger, 'warn'>;
}

/** A server with the group versions that are registered for it. */
interface Backend {
  readonly remotes: readonly RegisteredRemote[];
  readonly state: BackendState;
}

interface BackendState {
  isAsked: boolean;
  failures: number;
  dueMs: number;
  wasAvailable: boolean;
  /** The number of its group versions. */
  versions: number;
  v2: FetchedV2 | undefined;
  v3: ReadonlyMap<string, string>;
  document: RemoteDocumentV2 | undefined;
  /** The APIService that its document is counted by. */
  name: string;
  /** Of the last change of its document. */
  reason: RegenerationReason;
}

const pollMs = 60_000;
const firstRetryMs = 2_000;
const longestRetryMs = 3_600_000;
/** Several APIServices are often registered together. */
const gatherMs = 50;

export function createRemoteOpenapi(parts: RemoteOpenapiParts): RemoteOpenapi {
  const { remotes, signal } = parts;
  const states = new Map<string, BackendState>();
  let backends: readonly Backend[] = [];
  let known: { v2: readonly RemoteDocumentV2[]; v3: readonly RemoteDocumentV3[] } = { v2: [], v3: [] };
  let isOld = true;
  let timer: NodeJS.Timeout | undefined;

  const complain = (error: unknown): void => parts.logger.warn('OpenAPI of another server cannot be read', { error });
  const schedule = (delayMs: number): void => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(askDue, delayMs).unref();
  };
  const askDue = (): void => {
    renew();
    const nowMs = performance.now();
    for (const backend of backends) {
      if (!backend.state.isAsked && backend.state.dueMs <= nowMs) ask(backend).catch(complain);
    }
    const next = Math.min(pollMs, ...backends.map(({ state }) => (state.isAsked ? pollMs : state.dueMs - nowMs)));
    if (backends.length > 0) schedule(Math.max(next, gatherMs));
  };
  const ask = async ({ remotes: [remote], state }: Backend): Promise<void> => {
    if (remote === undefined) return;
    state.isAsked = true;
    const [v2, v3] = await Promise.all([fetchV2(parts, remote, state.v2?.etag), fetchV3Index(parts, remote)]);
    if (v2.kind === 'found') replaceV2(parts, state, v2.value);
    if (v2.kind === 'none') replaceV2(parts, state, undefined);
    if (v3.kind === 'found') state.v3 = v3.value;
    if (v3.kind === 'none') state.v3 = new Map();
    state.failures = v2.kind === 'failed' ? state.failures + 1 : 0;
    const retryMs = Math.min(firstRetryMs * 2 ** (state.failures - 1), longestRetryMs);
    state.dueMs = performance.now() + (state.failures > 0 ? retryMs : pollMs);
    state.isAsked = false;
    isOld = true;
    schedule(gatherMs);
  };
  /** Groups the remote versions by their servers. */
  const renew = (): void => {
    if (!isOld) return;
    isOld = false;
    backends = groupByServer(parts, remotes.all(), states);
    const v2 = backends.flatMap((backend) => documentOf(parts, backend) ?? []);
    const v3 = backends.flatMap((backend) => documentsV3(parts, backend));
    const isSame = v2.length === known.v2.length && v2.every((document, index) => document === known.v2[index]);
    known = { v2: isSame ? known.v2 : v2, v3: isSameV3(v3, known.v3) ? known.v3 : v3 };
  };
  remotes.onChange(() => {
    isOld = true;
    schedule(gatherMs);
  });
  signal.addEventListener('abort', () => clearTimeout(timer));
  const read = () => {
    renew();
    return known;
  };
  return { v2: () => read().v2, v3: () => read().v3 };
}

/** Those of the most preferred groups first. What is not registered any more is forgotten. */
function groupByServer(
  parts: RemoteOpenapiParts,
  remotes: readonly RegisteredRemote[],
  states: Map<string, BackendState>,
): readonly Backend[] {
  const byServer = new Map<string, RegisteredRemote[]>();
  for (const remote of [...remotes].sort(byPriority)) {
    const { namespace, name, port } = remote.service;
    const { authorities = '', skipsVerification } = remote.target;
    const key = JSON.stringify([namespace, name, port, authorities, skipsVerification]);
    byServer.set(key, [...(byServer.get(key) ?? []), remote]);
  }
  for (const [key, state] of states) {
    if (byServer.has(key)) continue;
    replaceV2(parts, state, undefined);
    states.delete(key);
  }
  return [...byServer].map(([key, found]) => {
    const state = states.get(key) ?? newState();
    states.set(key, state);
    state.name = found[0]?.name ?? '';
    const isAvailable = found.some((remote) => remote.isAvailable);
    const isOther = isAvailable !== state.wasAvailable || found.length !== state.versions;
    if (isOther) state.dueMs = isAvailable ? 0 : Infinity;
    state.wasAvailable = isAvailable;
    state.versions = found.length;
    return { remotes: found, state };
  });
}

/** A server is asked once it is available. */
function newState(): BackendState {
  const v3 = new Map<string, string>();
  return {
    isAsked: false,
    failures: 0,
    dueMs: Infinity,
    wasAvailable: false,
    versions: 0,
    v2: undefined,
    v3,
    document: undefined,
    name: '',
    reason: 'add',
  };
}

function byPriority(a: RegisteredRemote, b: RegisteredRemote): number {
  return b.groupPriority - a.groupPriority || (a.name < b.name ? -1 : 1);
}

/** `undefined` where the server has none any more. */
function replaceV2({ metrics }: RemoteOpenapiParts, state: BackendState, next: FetchedV2 | undefined): void {
  if (next?.hash === state.v2?.hash) return;
  state.reason = next === undefined ? 'delete' : state.v2 === undefined ? 'add' : 'update';
  state.v2 = next;
  metrics?.note(state.name, state.reason);
}

/** The same object as long as nothing changes. */
function documentOf({ metrics }: RemoteOpenapiParts, { remotes, state }: Backend): RemoteDocumentV2 | undefined {
  if (state.v2 === undefined) return undefined;
  const prefixes = [...new Set(remotes.map(({ group }) => `/apis/${group}/`))];
  const { hash, bytes } = state.v2;
  const { document } = state;
  if (document?.hash !== hash || document.prefixes.join() !== prefixes.join()) {
    const { reason } = state;
    const noteMerged = metrics && ((seconds: number): void => metrics.noteMerged(reason, seconds));
    state.document = { hash, bytes, prefixes, noteMerged };
  }
  return state.document;
}

function documentsV3(parts: OpenapiParts, { remotes, state }: Backend): readonly RemoteDocumentV3[] {
  return remotes.flatMap((remote) => {
    const name = `apis/${remote.group}/${remote.version}`;
    const address = state.v3.get(name);
    if (address === undefined) return [];
    const hash = new URLSearchParams(address.split('?')[1] ?? '').get('hash') ?? '';
    return [{ name, hash, read: () => fetchV3(parts, remote, address) }];
  });
}

function isSameV3(a: readonly RemoteDocumentV3[], b: readonly RemoteDocumentV3[]): boolean {
  return a.length === b.length && a.every(({ name, hash }, index) => name === b[index]?.name && hash === b[index].hash);
}
