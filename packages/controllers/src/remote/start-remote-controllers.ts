/**
 * Runs controllers as a process of their own against an API server: they read by informers over HTTPS as the user of a
 * kubeconfig, write as that user or as their service accounts, and hold the place of the leader by a Lease.
 */
import { findControlledKinds } from '@keelson/api';
import type { RecordQueue } from '@keelson/informers';
import type { Caller } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import { accountCaller } from '../client/registry-client.ts';
import { realClock, type ControllerClock } from '../controller-clock.ts';
import type { ClusterCredentials } from '../frame/cluster-credentials.ts';
import type { ControllerDefinition, LedController } from '../frame/definition.ts';
import { runElected, type HeldPlace } from '../frame/run-elected.ts';
import { startDefinitions } from '../frame/start-definitions.ts';
import type { ElectedControllers } from '../frame/start-controllers.ts';
import { createAccountIdentities } from './account-identities.ts';
import { createLeaseElection } from './lease-election.ts';
import { createDiscoveredResources } from '../remote-api/discovered-resources.ts';
import type { RemoteServer } from '../remote-api/remote-api.ts';
import { createRemoteClient } from '../remote-api/remote-client.ts';
import { createRemoteEmptier } from './empty-remote-namespace.ts';
import { createRemoteInformers } from './remote-informers.ts';
import { createServerDiscovery } from './server-discovery.ts';

export interface LeaseSettings {
  readonly namespace: string;
  readonly name: string;
  readonly leaseMs: number;
  readonly renewMs: number;
  readonly retryMs: number;
}

export interface RemoteControllersParts {
  readonly server: Omit<RemoteServer, 'userAgent'>;
  readonly definitions: readonly ControllerDefinition[];
  readonly scheme: Scheme;
  /** Names this process to others. */
  readonly identity: string;
  /** Absent where this process leads without an election. */
  readonly lease?: LeaseSettings | undefined;
  /** Each controller writes as its service account. Absent where all write as the user of the target. */
  readonly usesAccountCredentials?: boolean | undefined;
  readonly workers?: ReadonlyMap<string, number> | undefined;
  readonly gatesOff?: ReadonlySet<string> | undefined;
  readonly credentials?: ClusterCredentials | undefined;
  readonly settings?: ReadonlyMap<string, number> | undefined;
  readonly record?: RecordQueue | undefined;
  readonly clock?: ControllerClock | undefined;
  readonly random?: (() => number) | undefined;
  readonly logger: Logger;
}

const userAgent = 'keelson-controllers';

export function startRemoteControllers(parts: RemoteControllersParts): ElectedControllers {
  const { scheme, definitions, identity, clock = realClock, random = Math.random, logger } = parts;
  const kinds = findControlledKinds(scheme);
  const running = new Map<string, LedController>();
  const serverOf = openServers(parts, clock);
  const clientOf = (caller: Caller, place?: HeldPlace) => createRemoteClient(serverOf(caller), place);
  const elections =
    parts.lease === undefined
      ? unopposed
      : createLeaseElection({
          ...parts.lease,
          client: createRemoteClient({ ...parts.server, userAgent }),
          leases: kinds.leases,
          clock,
          logger,
        });
  const candidate = runElected<HeldPlace>({
    elections,
    election: parts.lease?.name ?? 'none',
    identity,
    logger,
    lead: (place) => {
      // A leadership begins with what the server has then: the informers of an earlier one may be behind.
      const server = { ...parts.server, userAgent };
      const informers = createRemoteInformers({ server, scheme, random, logger });
      const source = createServerDiscovery({ server, scheme, informers });
      const resources = createDiscoveredResources({ declared: informers.resources, source, random, logger });
      const emptyNamespace = createRemoteEmptier({
        ...{ server: serverOf(namespaceCaller), namespaces: kinds.namespaces },
        ...{ client: clientOf(namespaceCaller, place), now: () => new Date(clock.wallMs()) },
        signal: place.signal,
      });
      const end = startDefinitions(
        {
          emptyNamespace,
          ...{ kinds, scheme, informers, resources, clock, random, logger, definitions },
          ...{ workers: parts.workers, gatesOff: parts.gatesOff, record: parts.record },
          ...{ credentials: parts.credentials, settings: parts.settings },
          clientOf: (caller) => clientOf(caller, place),
        },
        running,
      );
      return Promise.resolve(async () => {
        await end();
        resources.stop();
        informers.stop();
      });
    },
  });
  return { ...candidate, check: (name) => running.get(name)?.check() };
}

const namespaceCaller = accountCaller('namespace-controller');

/**
 * The server as each caller asks it: with a token of its service account, over connections that show no credentials, or
 * as the user of the target, with the name of the controller. Whoever is no service account is that user in any case.
 */
function openServers(
  { server, usesAccountCredentials }: RemoteControllersParts,
  clock: ControllerClock,
): (caller: Caller) => RemoteServer {
  if (usesAccountCredentials !== true) return (caller) => ({ ...server, userAgent: caller.userAgent });
  const identityOf = createAccountIdentities({ server: { ...server, userAgent }, clock });
  const target = { ...server.target, credentials: {} };
  return (caller) => {
    const identity = identityOf(caller.user.name);
    return identity === undefined
      ? { ...server, userAgent: caller.userAgent }
      : { ...server, target, identity, userAgent: caller.userAgent };
  };
}

const unopposed = {
  campaign: (): Promise<HeldPlace> => {
    const ending = new AbortController();
    return Promise.resolve({
      signal: ending.signal,
      isCurrent: () => !ending.signal.aborted,
      resign: () => {
        ending.abort(new Error('this process resigns'));
        return Promise.resolve();
      },
    });
  },
};
