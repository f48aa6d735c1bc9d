/**
 * Controller of aggregated cluster roles: fills in their rules from the roles that their selectors
 * match, whenever one of these changes. Every replica runs it; the second finds nothing to do.
 */
import { accessResources, fieldsOrNone, readRole, type PolicyRule } from '@keelson/auth';
import { createBackoff, createWorkQueue, startWorkers } from '@keelson/informers';
import type { CachedObject, Informer, ReconcileResult } from '@keelson/informers';
import { matchesLabels, selectorFromLabelSelector, type LabelSelectorObject } from '@keelson/meta';
import type { Registry } from '@keelson/registry';
import { groupVersion, type Resource } from '@keelson/schema';
import { giveWay } from '@keelson/telemetry';

import { controllerCaller } from '../controller.ts';
import type { Controller, ControllerParts } from '../controller.ts';

const manager = 'clusterrole-aggregation-controller';

/** After a failure, and to catch up with changes made meanwhile. */
const retryMs = 1_000;

export interface AggregableRole {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly selectors: readonly LabelSelectorObject[];
  readonly rules: readonly PolicyRule[];
  /** The rules came from other roles when they were last written. */
  readonly isFilledIn: boolean;
}

export interface RoleAggregation extends Controller {
  /** Brings all roles up to date now. Resolves when nothing is left to do. */
  settle(): Promise<void>;
}

/** Any change of a role may concern any other: there is one key, for all of them. */
const allRoles = 'clusterroles';

export function startRoleAggregation({ informers, registry, record, logger }: ControllerParts): RoleAggregation {
  const role = accessResources(informers.resources).find(
    ({ stored }) => stored.purpose.kind === 'role' && stored.scope === 'Cluster',
  )?.stored;
  if (role === undefined) throw new Error('no declared resource is a role of the cluster');
  const informer = informers.informer<object>(role);
  const queue = createWorkQueue({
    name: 'ClusterRoleAggregator',
    backoff: createBackoff({ baseMs: retryMs, maxMs: 30_000 }),
    ...(record && { record }),
  });
  const enqueue = (): void => queue.add(allRoles);
  const removeHandler = informer.addHandler({ onAdd: enqueue, onUpdate: enqueue, onDelete: enqueue });
  const run = (): Promise<Run> => bringUpToDate({ informer, registry, role });
  const reconcile = async (): Promise<ReconcileResult | undefined> =>
    (await run()).hasFailed ? { requeueAfterMs: retryMs } : undefined;
  startWorkers({ queue, reconcile, count: 1, name: manager, logger });
  return {
    settle: async () => {
      for (let last: Run | undefined; last?.hasWritten !== false;) {
        await caughtUp(registry, role);
        last = await run();
        if (last.hasFailed) queue.addAfter(allRoles, retryMs);
      }
    },
    stop: () => {
      removeHandler();
      return queue.shutDown();
    },
  };
}

interface Run {
  readonly hasWritten: boolean;
  readonly hasFailed: boolean;
}

interface RunParts {
  readonly informer: Informer<object>;
  readonly registry: Registry;
  readonly role: Resource;
}

/** Roles are read when they are examined, not in the turn in which they change. */
async function bringUpToDate({ informer, registry, role }: RunParts): Promise<Run> {
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
    if (await writeRules(registry, role, each.name, rules)) hasWritten = true;
    else hasFailed = true;
  }
  return { hasWritten, hasFailed };
}

/** A most recent read waits for the watch cache, and so for its event handlers. */
async function caughtUp(registry: Registry, resource: Resource): Promise<void> {
  await registry.list({ resource }, { limit: '1' });
}

/**
 * The rules it should have, in the order of the roles they come from; `undefined` if it
 * has them. Rules that a user wrote stay until there is a first one to collect.
 */
export function aggregateRoles(
  { name, selectors, rules, isFilledIn }: AggregableRole,
  roles: Iterable<AggregableRole>,
): readonly PolicyRule[] | undefined {
  if (selectors.length === 0) return undefined;
  const others = [...roles].filter((role) => role.name !== name).sort((a, b) => (a.name < b.name ? -1 : 1));
  const collected = new Map<string, PolicyRule>();
  for (const object of selectors) {
    const selected = selectorFromLabelSelector(object);
    if (!selected.ok) continue;
    for (const role of others) {
      if (!matchesLabels(selected.selector, role.labels)) continue;
      for (const rule of role.rules)
        if (!collected.has(JSON.stringify(rule))) collected.set(JSON.stringify(rule), rule);
    }
  }
  const wanted = [...collected.values()];
  if (wanted.length === 0 && !isFilledIn) return undefined;
  return JSON.stringify(wanted) === JSON.stringify(rules) ? undefined : wanted;
}

const known = new WeakMap<CachedObject<object>, AggregableRole>();

/** Once for each version: all roles are examined whenever one of them changes. */
function aggregableOf(object: CachedObject<object>): AggregableRole {
  let role = known.get(object);
  if (role === undefined) known.set(object, (role = readAggregable(object)));
  return role;
}

interface ClusterRole {
  readonly metadata?: { readonly managedFields?: readonly { readonly manager?: string }[] };
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelectorObject[] };
}

function readAggregable(object: CachedObject<object>): AggregableRole {
  const { name, head } = object;
  const role = fieldsOrNone(object) as ClusterRole;
  return {
    name,
    labels: head.labels,
    selectors: role.aggregationRule?.clusterRoleSelectors ?? [],
    rules: readRole({ kind: '', namespace: '', name }, role).rules,
    isFilledIn: role.metadata?.managedFields?.some((entry) => entry.manager === manager) === true,
  };
}

/** Returns false if it has to be tried again. A role that was deleted meanwhile needs no rules. */
async function writeRules(registry: Registry, stored: Resource, name: string, rules: readonly PolicyRule[]) {
  const role = { apiVersion: groupVersion(stored), kind: stored.kind, metadata: { name }, rules };
  const written = await registry.patch(
    { resource: stored, name },
    {
      // A merge patch, since an apply would create a role again that is deleted at this moment.
      patch: { kind: 'merge', bytes: Buffer.from(JSON.stringify(role)) },
      options: { fieldManager: manager },
      caller: controllerCaller(manager),
    },
  );
  return written.ok || written.status.code === 404;
}
