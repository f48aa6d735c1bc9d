/**
 * Runs controllers on one replica at a time. Writes carry the fence of the leadership, and controllers start once this
 * replica has seen all that happened before its election: none acts on a state that the leader before has changed.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { findControlledKinds, type ControlledKinds } from '@keelson/api';
import type { Auditor } from '@keelson/audit';
import type { Authorizer } from '@keelson/auth';
import type { WatchCache } from '@keelson/cache';
import { headOfOrThrow } from '@keelson/informers';
import type { Caller } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import type { Elections, Leadership } from '@keelson/storage';
import { giveWay } from '@keelson/telemetry';

import { systemCaller, type ControllerParts } from '../controller.ts';
import { realClock, type ControllerClock } from '../controller-clock.ts';
import type { ClusterCredentials } from './cluster-credentials.ts';
import type { ControllerDefinition, LedController } from './definition.ts';
import { holdLeaderLease } from './leader-lease.ts';
import { leadElsewhere } from './lead-elsewhere.ts';
import { createRegistryClient } from '../client/registry-client.ts';
import type { AggregatedParts } from '../remote-api/aggregated-servers.ts';
import { createRegistryEmptier } from './empty-namespace.ts';
import { runElected } from './run-elected.ts';
import { startDefinitions } from './start-definitions.ts';

export interface ElectedControllersParts extends ControllerParts {
  readonly definitions: readonly ControllerDefinition[];
  readonly scheme: Scheme;
  readonly cache: Pick<WatchCache, 'waitFor'>;
  readonly elections: Elections;
  readonly authorizer: Authorizer;
  readonly auditor?: Auditor | undefined;
  /** Names this replica to others. */
  readonly identity: string;
  /** By the names of controllers, where it is not the default. */
  readonly workers?: ReadonlyMap<string, number> | undefined;
  readonly gatesOff?: ReadonlySet<string> | undefined;
  /** By the names of flags. */
  readonly settings?: ReadonlyMap<string, number> | undefined;
  readonly credentials?: ClusterCredentials | undefined;
  readonly ttlSeconds?: number | undefined;
  /** A leader of this identity is known to have ended. */
  readonly replacesNamesake?: boolean | undefined;
  readonly clock?: ControllerClock | undefined;
  readonly random?: (() => number) | undefined;
  /** Absent where no other servers are asked. */
  readonly aggregated?: Pick<AggregatedParts, 'apis' | 'callouts' | 'headersOfUser'> | undefined;
}

export interface ElectedControllers {
  stop(): Promise<void>;
  isLeading(): boolean;
  /** Of one controller, by its name: why it does not get on. One that does not run here is well. */
  check(name: string): string | undefined;
}

const election = 'controllers';
/** For one wait; waiting goes on until the leadership ends. */
const catchUpMs = 10_000;
const retryMs = 100;

export function startElectedControllers(parts: ElectedControllersParts): ElectedControllers {
  const { definitions, elections, identity, ttlSeconds, replacesNamesake, logger } = parts;
  if (definitions.length === 0) {
    return { stop: () => Promise.resolve(), isLeading: () => false, check: () => undefined };
  }
  const kinds = findControlledKinds(parts.scheme);
  const running = new Map<string, LedController>();
  const candidate = runElected({
    elections,
    election,
    identity,
    ttlSeconds,
    replacesNamesake,
    logger,
    lead: async (leadership, signal) => {
      await catchUp(parts, leadership, signal);
      await readHeads({ ...parts, kinds }, signal);
      return signal.aborted ? () => Promise.resolve() : lead({ ...parts, kinds }, leadership, running);
    },
  });
  return { ...candidate, check: (name) => running.get(name)?.check() };
}

async function catchUp({ cache }: ElectedControllersParts, { fence }: Leadership, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await cache.waitFor(fence.revision, catchUpMs))) {
    // A cache that was closed gives up at once. Whoever ends the leadership is only heard in another turn.
    await delay(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

type LeadParts = ElectedControllersParts & { readonly kinds: ControlledKinds };

async function readHeads({ definitions, informers, kinds }: LeadParts, signal: AbortSignal): Promise<void> {
  for (const kind of new Set(definitions.flatMap(({ reads = [] }) => reads))) {
    const informer = informers.informer<object>(kinds[kind]);
    await informer.whenSynced();
    for (const object of [...informer.list()]) {
      if (signal.aborted) return;
      headOfOrThrow(object.version);
      const paused = giveWay();
      if (paused !== undefined) await paused;
    }
  }
}

function lead(parts: LeadParts, leadership: Leadership, running: Map<string, LedController>): () => Promise<void> {
  const { logger, clock = realClock, identity, kinds } = parts;
  const { domain } = parts.scheme;
  // A request that is under way when the leadership ends is refused by the store, and one that begins later is not sent.
  const registry = parts.registry.fencedBy(() => (leadership.isCurrent() ? leadership.fence : undefined));
  const elsewhere = openElsewhere(parts, leadership);
  const clientOf = (caller: Caller) => {
    const client = createRegistryClient({ ...parts, registry, domain }, caller);
    return elsewhere?.route(client, caller) ?? client;
  };
  const emptyNamespace = createRegistryEmptier(registry, elsewhere?.emptyElsewhere);
  const { resources } = elsewhere ?? parts.informers;
  const end = startDefinitions({ ...parts, resources, clock, clientOf, emptyNamespace }, running);
  const lease = holdLeaderLease({ client: clientOf(systemCaller), leases: kinds.leases, identity, clock, logger });
  return async () => {
    // First: a request that another server does not answer would be waited for.
    elsewhere?.stop();
    await end();
    await lease.release();
  };
}

function openElsewhere(parts: LeadParts, place: Leadership) {
  const { aggregated, authorizer, auditor, informers, random = Math.random, logger } = parts;
  if (aggregated === undefined) return undefined;
  const access = { authorizer, auditor, domain: parts.scheme.domain };
  return leadElsewhere({ aggregated: { ...aggregated, ...access }, informers, place, random, logger });
}
