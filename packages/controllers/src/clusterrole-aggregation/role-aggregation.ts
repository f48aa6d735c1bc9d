/**
 * Controller of aggregated cluster roles: fills in their rules from the roles that their selectors match, whenever one
 * of these changes. The server does the same once before it is ready, as a part of making the default roles.
 */
import { findControlledKinds } from '@keelson/api';
import type { Authorizer } from '@keelson/auth';
import type { Informer } from '@keelson/informers';
import type { RegistryEngine } from '@keelson/registry';
import { groupVersion, type Resource, type Scheme } from '@keelson/schema';
import { giveWay } from '@keelson/telemetry';

import { isNotFound, type ControllerClient } from '../client/controller-client.ts';
import { createRegistryClient } from '../client/registry-client.ts';
import { systemCaller, type ControllerParts } from '../controller.ts';
import type { ControllerDefinition } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { aggregableOf, aggregateRoles, aggregationAccount, type AggregableRole } from './aggregate-roles.ts';

/** After a failure, and to catch up with changes made meanwhile. */
const retryMs = 1_000;

/** Any change of a role may concern any other: there is one key, for all of them. */
const allRoles = 'clusterroles';

const name = 'clusterrole-aggregation';

export const roleAggregation: ControllerDefinition = {
  name,
  account: aggregationAccount,
  workers: 1,
  start: (context) => {
    const { client, kinds } = context;
    const informer = context.informers.informer<object>(kinds.clusterRoles);
    const reconciler = startReconciler(context, {
      queue: 'ClusterRoleAggregator',
      name,
      informers: [informer],
      backoff: { baseMs: retryMs, maxMs: 30_000 },
      reconcile: async () => {
        const { hasFailed } = await bringUpToDate({ informer, client, resource: kinds.clusterRoles });
        return hasFailed ? { backsOff: true } : undefined;
      },
    });
    const enqueue = (): void => reconciler.queue.add(allRoles);
    reconciler.onStop(informer.addHandler({ onAdd: enqueue, onUpdate: enqueue, onDelete: enqueue }));
    return reconciler;
  },
};

export interface SettleRolesParts extends Pick<ControllerParts, 'informers'> {
  readonly registry: RegistryEngine;
  readonly scheme: Scheme;
  readonly authorizer: Authorizer;
}

/** Brings all roles up to date now. Resolves when nothing is left to do, or the last attempt failed. */
export async function settleAggregatedRoles(parts: SettleRolesParts): Promise<void> {
  const { informers, registry, scheme } = parts;
  const resource = findControlledKinds(scheme).clusterRoles;
  const informer = informers.informer<object>(resource);
  const client = createRegistryClient({ ...parts, domain: scheme.domain }, systemCaller);
  for (let last: Run | undefined; last?.hasWritten !== false;) {
    // A most recent read waits for the watch cache, and so for its event handlers.
    await registry.list({ resource }, { limit: '1' });
    last = await bringUpToDate({ informer, client, resource });
  }
}

interface Run {
  readonly hasWritten: boolean;
  readonly hasFailed: boolean;
}

interface RunParts {
  readonly informer: Informer<object>;
  readonly client: ControllerClient;
  readonly resource: Resource;
}

/** Roles are read when they are examined, not in the turn in which they change. */
async function bringUpToDate({ informer, client, resource }: RunParts): Promise<Run> {
  let [hasWritten, hasFailed] = [false, false];
  const roles: AggregableRole[] = [];
  for (const object of [...informer.list()]) {
    roles.push(aggregableOf(object));
    await giveWay();
  }
  for (const each of roles) {
    const rules = aggregateRoles(each, roles);
    await giveWay();
    if (rules === undefined) continue;
    // The uid keeps the apply from creating a role again that is deleted at this moment.
    const metadata = { name: each.name, uid: each.uid };
    const role = { apiVersion: groupVersion(resource), kind: resource.kind, metadata, rules };
    const written = await client.apply({ resource, name: each.name }, role, aggregationAccount);
    if (written.ok || isNotFound(written)) hasWritten = true;
    else hasFailed = true;
  }
  return { hasWritten, hasFailed };
}
