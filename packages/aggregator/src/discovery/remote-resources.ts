/**
 * The resources of remote group versions, for aggregated discovery: asked of their servers when a client asks and the last
 * answer is old, and kept when a server does not answer any more.
 */
import type { Callouts } from '@keelson/callouts';
import type { RemoteVersion } from '@keelson/surface';

import { aggregatorHeaders, askRemote, discoveryPath } from '../remote/ask-remote.ts';
import type { RegisteredRemote, RemoteApis } from '../remote/remote-apis.ts';
import { parseResources } from './legacy-resources.ts';

export interface RemoteResourcesParts {
  readonly callouts: Pick<Callouts, 'call'>;
  readonly remotes: Pick<RemoteApis, 'all'>;
  /** Milliseconds from any fixed moment. */
  readonly now?: () => number;
}

export interface RemoteResources {
  /** By `group/version`. Never rejects. The same map until something changes. */
  read(): Promise<ReadonlyMap<string, RemoteVersion>>;
}

const freshMs = 30_000;
/** A server that does not answer is asked again sooner. */
const staleMs = 2_000;
const timeoutMs = 5_000;
/** Hundreds of resources. It is parsed in one go. */
const maxAnswerBytes = 1024 * 1024;

interface Known {
  /** The server with its trust. Another one may have other resources. */
  readonly target: RegisteredRemote['target'];
  readonly untilMs: number;
  readonly version: RemoteVersion;
}

export function createRemoteResources(parts: RemoteResourcesParts): RemoteResources {
  const { remotes, now = () => performance.now() } = parts;
  const known = new Map<string, Known>();
  const asked = new Map<string, Promise<RemoteVersion>>();
  let last: ReadonlyMap<string, RemoteVersion> = new Map();

  const ask = async (remote: RegisteredRemote): Promise<RemoteVersion> => {
    const before = known.get(remote.name);
    const resources = await fetchResources(parts.callouts, remote);
    const version = renew(before?.version, resources);
    known.set(remote.name, {
      target: remote.target,
      untilMs: now() + (resources === undefined ? staleMs : freshMs),
      version,
    });
    return version;
  };
  /** Callers share a request that is under way. */
  const readOne = (remote: RegisteredRemote): RemoteVersion | Promise<RemoteVersion> => {
    const found = known.get(remote.name);
    if (!remote.isAvailable) {
      const version = renew(found?.version, undefined);
      known.set(remote.name, { target: remote.target, untilMs: 0, version });
      return version;
    }
    if (found !== undefined && found.target === remote.target && now() < found.untilMs) return found.version;
    const waiting = asked.get(remote.name) ?? ask(remote).finally(() => asked.delete(remote.name));
    asked.set(remote.name, waiting);
    return waiting;
  };

  return {
    read: async () => {
      const all = remotes.all();
      const names = new Set(all.map(({ name }) => name));
      for (const name of known.keys()) if (!names.has(name)) known.delete(name);
      const versions = await Promise.all(
        all.map(async (remote) => [`${remote.group}/${remote.version}`, await readOne(remote)] as const),
      );
      const isSame = versions.length === last.size && versions.every(([name, version]) => last.get(name) === version);
      if (!isSame) last = new Map(versions);
      return last;
    },
  };
}

/** The same object where nothing has changed. Without an answer the resources are those from before. */
function renew(before: RemoteVersion | undefined, resources: readonly object[] | undefined): RemoteVersion {
  const freshness = resources === undefined ? 'Stale' : 'Current';
  const made: RemoteVersion = { resources: resources ?? before?.resources ?? [], freshness };
  return before !== undefined && JSON.stringify(before) === JSON.stringify(made) ? before : made;
}

async function fetchResources(
  callouts: Pick<Callouts, 'call'>,
  remote: RegisteredRemote,
): Promise<readonly object[] | undefined> {
  const headers = { ...aggregatorHeaders, accept: 'application/json' };
  const answer = await askRemote(callouts, remote, { path: discoveryPath(remote), headers, timeoutMs, maxAnswerBytes });
  return answer.ok && answer.status === 200 ? parseResources(answer.body.toString('utf8'), remote) : undefined;
}
