/**
 * Runs controllers as a process of their own against an API server: they read by informers over HTTPS, write as the user
 * of a kubeconfig, and hold the place of the leader by a Lease.
 */
import { findControlledKinds } from '@keelson/api';
import type { RecordQueue } from '@keelson/informers';
import type { Scheme } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import { realClock, type ControllerClock } from '../controller-clock.ts';
import type { ClusterCredentials } from '../frame/cluster-credentials.ts';
import type { ControllerDefinition, LedController } from '../frame/definition.ts';
import { runElected, type HeldPlace } from '../frame/run-elected.ts';
import { startDefinitions } from '../frame/start-definitions.ts';
import type { ElectedControllers } from '../frame/start-controllers.ts';
import { createLeaseElection } from './lease-election.ts';
import type { RemoteServer } from './remote-api.ts';
import { createRemoteClient } from './remote-client.ts';
import { createRemoteEmptier } from './empty-remote-namespace.ts';
import { createRemoteInformers } from './remote-informers.ts';

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
  const clientOf = (name: string, place?: HeldPlace) => createRemoteClient({ ...parts.server, userAgent: name }, place);
  const elections =
    parts.lease === undefined
      ? unopposed
      : createLeaseElection({
          ...parts.lease,
          client: clientOf(userAgent),
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
      const informers = createRemoteInformers({ server: { ...parts.server, userAgent }, scheme, random, logger });
      const emptyNamespace = createRemoteEmptier({
        ...{ server: { ...parts.server, userAgent: 'namespace-controller' }, namespaces: kinds.namespaces },
        ...{ client: clientOf('namespace-controller', place), now: () => new Date(clock.wallMs()) },
        signal: place.signal,
      });
      const end = startDefinitions(
        {
          emptyNamespace,
          ...{ kinds, informers, clock, random, logger, definitions },
          ...{ workers: parts.workers, gatesOff: parts.gatesOff, record: parts.record },
          ...{ credentials: parts.credentials, settings: parts.settings },
          // The user is that of the kubeconfig, whoever the controller is: its name goes along.
          clientOf: (caller) => clientOf(caller.userAgent, place),
        },
        running,
      );
      return Promise.resolve(async () => {
        await end();
        informers.stop();
      });
    },
  });
  return { ...candidate, check: (name) => running.get(name)?.check() };
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
