/** The controllers of a server, and the steps of its start that make objects: the server is ready when they are done. */
import { setTimeout as delay } from 'node:timers/promises';

import type { Aggregation } from '@keelson/aggregator';
import type { CustomResources } from '@keelson/apiextensions';
import {
  keepDefaultObjects,
  makeDefaultAccess,
  makeSystemNamespaces,
  makeSystemPriorities,
  publishClusterTrust,
  startDanglingController,
  startNamespaceController,
  startObjectControllers,
  startRoleAggregation,
  type ClusterTrust,
  type ClusterTrustPublisher,
  type Controller,
  type ControllerParts,
  type ObjectControllers,
  type OptionalController,
} from '@keelson/controllers';
import type { WatchCache } from '@keelson/cache';
import type { Scheme } from '@keelson/schema';
import type { Health } from '@keelson/surface';

import type { Access } from './open-access.ts';

export interface RunControllersParts extends ControllerParts {
  readonly scheme: Scheme;
  readonly cache: Pick<WatchCache, 'whenReady'>;
  readonly customResources: Pick<CustomResources, 'whenLoaded'>;
  readonly aggregation: Pick<Aggregation, 'start'>;
  readonly access: Pick<Access, 'noteDefaults'>;
  readonly health: Pick<Health, 'addStartHook'>;
  readonly names: readonly OptionalController[];
  /** In PEM: the authority that clients have to trust, at this moment. */
  readonly authority: () => string;
  /** Whom other API servers are to trust, at this moment. */
  readonly trust: () => ClusterTrust;
}

export interface RunningControllers {
  /** Makes what has to be there. Resolves when the server is ready. To be called once, when it listens. */
  start(): Promise<void>;
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
  const namespaceController = startNamespaceController(parts);
  const aggregation = startRoleAggregation(parts);
  const dangling = startDanglingController(parts);
  let objects: ObjectControllers | undefined;
  let trust: ClusterTrustPublisher | undefined;
  let flowControl: Controller | undefined;
  let isStopped = false;

  const start = async (): Promise<void> => {
    await cache.whenReady();
    await parts.customResources.whenLoaded();
    hooks.hasCustomResources();
    await makeSystemNamespaces(registry, scheme);
    hooks.hasNamespaces();
    trust = publishClusterTrust(parts);
    // Beside the other steps: a webhook that refuses an APIService holds up none of them.
    const apiServices = parts.aggregation.start().then(hooks.hasApiServices);
    objects = startObjectControllers(parts);
    await objects.whenBegun;
    await makeSystemPriorities(registry, scheme);
    hooks.hasPriorities();
    const kept = keepDefaultObjects({ informers, registry, scheme, logger });
    flowControl = kept;
    await kept.whenMade;
    hooks.hasFlowControl();
    await makeDefaultAccess({ informers, registry, scheme, logger }, () => isStopped);
    access.noteDefaults();
    await aggregation.settle();
    hooks.hasRoles();
    await apiServices;
  };

  return {
    start,
    renewAuthority: () => {
      objects?.renewAuthority();
      trust?.renew();
    },
    stop: async () => {
      isStopped = true;
      const all = [objects, trust, flowControl, dangling, aggregation, namespaceController];
      const stopping = Promise.all(all.flatMap((each) => (each === undefined ? [] : [each.stop()])));
      await Promise.race([stopping, delay(patienceMs, undefined, { ref: false })]);
    },
  };
}

function addStartHooks({ addStartHook }: Pick<Health, 'addStartHook'>) {
  return {
    hasCustomResources: addStartHook('crd-informer-synced'),
    hasNamespaces: addStartHook('bootstrap-controller'),
    hasApiServices: addStartHook('kube-apiserver-autoregistration'),
    hasPriorities: addStartHook('scheduling/bootstrap-system-priority-classes'),
    hasFlowControl: addStartHook('priority-and-fairness-config-producer'),
    hasRoles: addStartHook('rbac/bootstrap-roles'),
  };
}
