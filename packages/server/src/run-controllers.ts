/** The controllers of a server, and the steps of its start that make objects: the server is ready when they are done. */
import { setTimeout as delay } from 'node:timers/promises';

import { headersOfUser, type Aggregation } from '@keelson/aggregator';
import type { CustomResources } from '@keelson/apiextensions';
import type { Callouts } from '@keelson/callouts';
import {
  allControllers,
  keepDefaultObjects,
  keepOwnService,
  makeDefaultAccess,
  makeFirstObjects,
  makeSystemNamespaces,
  makeSystemPriorities,
  publishClusterInfo,
  publishClusterTrust,
  settleAggregatedRoles,
  startDanglingController,
  startElectedControllers,
  startRangeRepair,
  type StartRangeRepairParts,
  simulateNodes,
  type ClusterInfoOptions,
  type ClusterTrust,
  type ClusterTrustPublisher,
  type Controller,
  type ControllerParts,
  type ElectedControllersParts,
  type NodeSimulationOptions,
  type OwnServiceKeeper,
} from '@keelson/controllers';
import type { WatchCache } from '@keelson/cache';
import type { ClusterRanges } from '@keelson/registry';
import type { Storage } from '@keelson/storage';
import type { Health } from '@keelson/surface';

import type { Access } from './open-access.ts';
import type { ControllersConfiguration } from './configuration.ts';
import type { RunAsMain } from './processes/replica-link.ts';
import type { ReplicaStanding } from './replicas/keep-replica.ts';
import { runWhileAgreed } from './replicas/run-while-agreed.ts';

type Elected = Pick<
  ElectedControllersParts,
  'scheme' | 'auditor' | 'gatesOff' | 'identity' | 'replacesNamesake' | 'credentials'
>;

/** The Service that leads to this API. */
export type OwnServiceOptions = Pick<
  Parameters<typeof keepOwnService>[0],
  'address' | 'clusterIP' | 'nodePort' | 'reconciler' | 'apiServerCount'
>;

export interface RunControllersParts extends ControllerParts, Elected {
  readonly storage: Storage;
  readonly ranges: ClusterRanges;
  readonly releaseLeaks: StartRangeRepairParts['releaseLeaks'];
  readonly ownService: OwnServiceOptions;
  /** Tells the operator of what other servers over the store do not bear. */
  readonly warnOfPeers: () => Promise<void>;
  readonly cache: Pick<WatchCache, 'whenReady' | 'waitFor'>;
  readonly customResources: Pick<CustomResources, 'whenLoaded'>;
  readonly aggregation: Pick<Aggregation, 'start' | 'remotes'>;
  readonly callouts: Pick<Callouts, 'call' | 'open'>;
  readonly access: Pick<Access, 'noteDefaults' | 'authorizer'>;
  readonly health: Pick<Health, 'add' | 'addStartHook'>;
  readonly chosen: ControllersConfiguration;
  readonly simulation?: NodeSimulationOptions | undefined;
  readonly clusterInfo?: ClusterInfoOptions | undefined;
  /** The current authority that clients have to trust, in PEM. */
  readonly authority: () => string;
  /** Whom other API servers are to trust, at this moment. */
  readonly trust: () => ClusterTrust;
  /** Runs what one process of a replica does for all of them. */
  readonly asMain: RunAsMain;
}

export interface RunningControllers {
  /**
   * Makes what has to be there. Resolves when the server is ready. To be called once, when it listens on this port.
   * While the other replicas refuse this one, it is no endpoint of the API and leads no election.
   */
  start(port: number, standing: ReplicaStanding): Promise<void>;
  /** Others are told to reach this replica no longer. */
  leave(): Promise<void>;
  /** True where this replica runs the elected controllers. */
  isLeading(): boolean;
  /** To be called when the authority has changed. */
  renewAuthority(): void;
  stop(): Promise<void>;
}

/** Work that takes longer, as over a store that does not answer, ends when the store is closed. */
const patienceMs = 2_000;

/** To be called before the listener starts: until the steps are done, the server must not report ready. */
export function runControllers(parts: RunControllersParts): RunningControllers {
  const { informers, registry, scheme, cache, access, logger } = parts;
  const hooks = addStartHooks(parts.health);
  const dangling = startDanglingController(parts);
  let trust: ClusterTrustPublisher | undefined;
  let flowControl: Controller | undefined;
  let ownService: OwnServiceKeeper | undefined;
  let repair: Controller | undefined;
  const elected = electLater(parts);
  let isStopped = false;

  const start = async (port: number, standing: ReplicaStanding): Promise<void> => {
    await cache.whenReady().then(hooks.hasInformers);
    await parts.customResources.whenLoaded();
    hooks.hasCustomResources();
    await makeSystemNamespaces(registry, scheme);
    await parts.asMain(async () => {
      await standing.whenKnown;
      if (isStopped) return;
      ownService = keepOwnService({ ...parts, ...parts.ownService, port, isRefused: standing.isRefused });
      await Promise.all([ownService.whenTried, parts.warnOfPeers()]);
    });
    hooks.hasNamespaces();
    trust = publishClusterTrust(parts);
    hooks.hasTrust();
    // Beside the other steps: a webhook that refuses an APIService holds up none of them.
    const apiServices = parts.aggregation.start().then(hooks.hasApiServices);
    await makeFirstObjects({ ...parts, chosen: parts.chosen.names });
    await makeSystemPriorities(registry, scheme);
    hooks.hasPriorities();
    const kept = keepDefaultObjects({ informers, registry, scheme, logger });
    flowControl = kept;
    await kept.whenMade;
    hooks.hasFlowControl();
    await makeDefaultAccess({ informers, registry, scheme, logger, gatesOff: parts.gatesOff }, () => isStopped);
    access.noteDefaults();
    await settleAggregatedRoles({ informers, registry, scheme, authorizer: access.authorizer });
    hooks.hasRoles();
    await parts.asMain(() => {
      if (isStopped) return;
      repair = startRangeRepair({ ...parts, authorizer: access.authorizer });
      elected.start(standing);
    });
    await apiServices;
  };

  return {
    start,
    leave: async () => {
      await Promise.race([ownService?.stop(), delay(patienceMs, undefined, { ref: false })]);
    },
    isLeading: elected.isLeading,
    renewAuthority: () => {
      elected.renewAuthority();
      trust?.renew();
    },
    stop: async () => {
      isStopped = true;
      const all = [elected, trust, flowControl, ownService, repair, dangling].map(async (each) => each?.stop());
      await Promise.race([Promise.all(all), delay(patienceMs, undefined, { ref: false })]);
    },
  };
}

/** Controllers under leader election write with the rights of the default roles, so they start after role creation. */
function electLater(parts: RunControllersParts) {
  const { chosen, simulation, clusterInfo, health, access, storage } = parts;
  const definitions = [
    ...allControllers.filter(({ name }) => chosen.names.includes(name)),
    ...(clusterInfo === undefined ? [] : [publishClusterInfo(clusterInfo)]),
    ...(simulation === undefined ? [] : [simulateNodes(simulation)]),
  ];
  let candidate: ReturnType<typeof startCandidate> | undefined;
  const followers = new Set<() => void>();
  const credentials = parts.credentials && { ...parts.credentials, followAuthority: followIn(followers) };
  for (const { name } of definitions) {
    // A restart of the server is no cure for one object that a controller cannot get on with.
    health.add(`controller/${name}`, () => candidate?.current()?.check(name), { in: ['healthz'], countsIn: [] });
  }
  const startCandidate = (standing: ReplicaStanding) =>
    runWhileAgreed({
      standing,
      logger: parts.logger,
      start: () => {
        const { elections } = storage;
        const { workers, settings } = chosen;
        const aggregated = { apis: parts.aggregation.remotes, callouts: parts.callouts, headersOfUser };
        return startElectedControllers({
          ...{ ...parts, definitions, elections, workers, settings, credentials, aggregated },
          authorizer: access.authorizer,
        });
      },
    });
  return {
    start: (standing: ReplicaStanding) => {
      candidate = startCandidate(standing);
    },
    renewAuthority: () => {
      for (const follower of followers) follower();
    },
    isLeading: () => candidate?.current()?.isLeading() === true,
    stop: () => candidate?.stop() ?? Promise.resolve(),
  };
}

function followIn(followers: Set<() => void>): (follower: () => void) => () => void {
  return (follower) => {
    followers.add(follower);
    return () => followers.delete(follower);
  };
}

/** The steps of the start, and the checks of kube-apiserver that each of them stands for. */
const stepsOfStart = {
  hasInformers: ['generic-apiserver-start-informers', 'start-kube-apiserver-admission-initializer'],
  hasCustomResources: ['start-apiextensions-informers', 'start-apiextensions-controllers', 'crd-informer-synced'],
  hasNamespaces: ['bootstrap-controller'],
  hasTrust: ['start-cluster-authentication-info-controller'],
  hasApiServices: [
    'aggregator-reload-proxy-client-cert',
    'start-kube-aggregator-informers',
    'apiservice-registration-controller',
    'apiservice-status-available-controller',
    'kube-apiserver-autoregistration',
    'apiservice-openapi-controller',
    'apiservice-openapiv3-controller',
  ],
  hasPriorities: ['scheduling/bootstrap-system-priority-classes'],
  hasFlowControl: [
    'priority-and-fairness-config-consumer',
    'priority-and-fairness-config-producer',
    'priority-and-fairness-filter',
  ],
  hasRoles: ['rbac/bootstrap-roles'],
} as const;

/** Returns the function that ends each step. */
function addStartHooks({ add, addStartHook }: Pick<Health, 'add' | 'addStartHook'>) {
  const step = (names: readonly string[]): (() => void) => {
    const ends = names.map((name) => addStartHook(name));
    return () => ends.forEach((end) => end());
  };
  const hasApiServices = step(stepsOfStart.hasApiServices);
  let isRegistered = false;
  add('autoregister-completion', () => (isRegistered ? undefined : 'missing APIServices'));
  return {
    hasInformers: step(stepsOfStart.hasInformers),
    hasCustomResources: step(stepsOfStart.hasCustomResources),
    hasNamespaces: step(stepsOfStart.hasNamespaces),
    hasTrust: step(stepsOfStart.hasTrust),
    hasApiServices: () => {
      hasApiServices();
      isRegistered = true;
    },
    hasPriorities: step(stepsOfStart.hasPriorities),
    hasFlowControl: step(stepsOfStart.hasFlowControl),
    hasRoles: step(stepsOfStart.hasRoles),
  };
}
