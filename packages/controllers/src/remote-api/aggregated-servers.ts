/**
 * The servers behind the aggregator, as controllers of this process ask them: each request is authorized and audited
 * here, and carries the headers that name its user, as one that the aggregator carries over. One to a server that is not
 * available is refused at once.
 */
import type { Callouts, CalloutTarget } from '@keelson/callouts';
import { compareVersions, failure, type GroupVersion, type UserInfo } from '@keelson/meta';
import type { Caller } from '@keelson/registry';

import { authorizeElsewhere, type ElsewhereAccess } from '../client/authorize-elsewhere.ts';
import { discoverVersion, joinKinds, type DiscoveredKinds } from './discover-kinds.ts';
import { unavailableMessage, type IdentityHeaders, type RemoteServer, type SentIdentity } from './remote-api.ts';

/** A group version that another server serves. */
export interface AggregatedApi extends GroupVersion {
  readonly target: CalloutTarget;
  readonly isAvailable: boolean;
}

export interface AggregatedApis {
  /** Reads from memory. */
  all(): readonly AggregatedApi[];
  /** `tell` is called after each change. Returns what ends it. */
  onChange(tell: () => void): () => void;
}

export interface AggregatedParts extends ElsewhereAccess {
  readonly apis: AggregatedApis;
  readonly callouts: Pick<Callouts, 'call' | 'open'>;
  /** Name the user to the other server. */
  readonly headersOfUser: (user: UserInfo) => SentIdentity;
}

export interface AggregatedServers {
  /** Never rejects. */
  discover(caller: Caller): Promise<DiscoveredKinds>;
  serverOf(version: GroupVersion, caller: Caller): RemoteServer;
}

const timeoutMs = 10_000;
/** Watches count: one for each kind. */
const maxInFlight = 1_000;

export function openAggregatedServers(parts: AggregatedParts): AggregatedServers {
  const { apis, callouts } = parts;
  const targets = new WeakMap<CalloutTarget, CalloutTarget>();
  const find = ({ group, version }: GroupVersion): AggregatedApi | undefined =>
    apis.all().find((api) => api.group === group && api.version === version);
  const targetOf = (version: GroupVersion): CalloutTarget => {
    const { target } = find(version) ?? nowhere;
    const known = targets.get(target) ?? { ...target, maxInFlight };
    targets.set(target, known);
    return known;
  };
  const serverOf = ({ group, version }: GroupVersion, caller: Caller): RemoteServer => ({
    callouts,
    // Of the moment: its address, its trust and the certificate of this server may change.
    get target() {
      return targetOf({ group, version });
    },
    userAgent: caller.userAgent,
    timeoutMs,
    noAnswerMessage: unavailableMessage,
    identity: {
      headersFor: async (request): Promise<IdentityHeaders> => {
        const allowed = await authorizeElsewhere(parts, caller, request);
        if (!allowed.ok) return allowed;
        if (find({ group, version })?.isAvailable === true) {
          return { ...allowed, headers: parts.headersOfUser(caller.user) };
        }
        allowed.ended(unavailable.code);
        return { ok: false, status: unavailable };
      },
      forget: () => undefined,
    },
  });
  return {
    discover: async (caller) => {
      const all = [...apis.all()].sort((a, b) => compareVersions(a.version, b.version));
      return joinKinds(await Promise.all(all.map((api) => discoverVersion(serverOf(api, caller), api))));
    },
    serverOf,
  };
}

const unavailable = failure('ServiceUnavailable', unavailableMessage);

/** Of a registration that went while a request was made. */
const nowhere: Pick<AggregatedApi, 'target'> = {
  target: { name: 'nowhere', address: { kind: 'url', origin: 'https://127.0.0.1:0' } },
};
