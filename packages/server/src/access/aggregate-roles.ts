/**
 * Controller of aggregated cluster roles: fills in their rules from the roles that their selectors
 * match, whenever one of these changes. Every replica runs it; the second finds nothing to do.
 */
import { accessResources, fieldsOrNone, readRole, type PolicyRule } from '@keelson/auth';
import type { CachedObject, Informers } from '@keelson/informers';
import { matchesLabels, selectorFromLabelSelector, type LabelSelectorObject } from '@keelson/meta';
import type { Caller, Registry } from '@keelson/registry';
import { groupVersion, type Resource } from '@keelson/schema';
import { giveWay, type Logger } from '@keelson/telemetry';

const manager = 'clusterrole-aggregation-controller';
const caller: Caller = {
  user: {
    name: `system:serviceaccount:kube-system:${manager}`,
    groups: ['system:masters', 'system:serviceaccounts', 'system:authenticated'],
  },
  userAgent: manager,
};

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

export interface Aggregation {
  /** Brings all roles up to date now. Resolves when nothing is left to do. */
  settle(): Promise<void>;
  stop(): void;
}

export interface AggregationParts {
  readonly informers: Informers;
  readonly registry: Registry;
  readonly logger: Logger;
}

export function aggregateRoles({ informers, registry, logger }: AggregationParts): Aggregation {
  const role = accessResources(informers.resources).find(
    ({ stored }) => stored.access === 'role' && stored.scope === 'Cluster',
  )?.stored;
  if (role === undefined) throw new Error('no declared resource is a role of the cluster');
  const informer = informers.informer<object>(role);
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  /** Resolves with true if a role was written. */
  const run = async (): Promise<boolean> => {
    let hasWritten = false;
    const roles: AggregableRole[] = [];
    // Read when they are examined, not in the turn in which they change.
    for (const object of [...informer.list()]) {
      roles.push(aggregableOf(object));
      await giveWay();
    }
    for (const each of roles) {
      const rules = aggregate(each, roles);
      await giveWay();
      if (rules === undefined || isStopped) continue;
      if (await writeRules(registry, role, each.name, rules)) hasWritten = true;
      else later(retryMs);
    }
    return hasWritten;
  };
  const later = (delayMs: number): void => {
    if (isStopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      run().catch((error: unknown) => {
        logger.warn('the rules of aggregated roles could not be brought up to date', { error });
        later(retryMs);
      });
    }, delayMs);
    timer.unref();
  };

  const lookAgain = (): void => later(0);
  const removeHandler = informer.addHandler({ onAdd: lookAgain, onUpdate: lookAgain, onDelete: lookAgain });
  return {
    settle: async () => {
      do await caughtUp(registry, role);
      while (await run());
    },
    stop: () => {
      isStopped = true;
      removeHandler();
      clearTimeout(timer);
    },
  };
}

/** A most recent read waits for the watch cache, and so for its event handlers. */
async function caughtUp(registry: Registry, resource: Resource): Promise<void> {
  await registry.list({ resource }, { limit: '1' });
}

/**
 * The rules it should have, in the order of the roles they come from; `undefined` if it
 * has them. Rules that a user wrote stay until there is a first one to collect.
 */
export function aggregate(
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
      caller,
    },
  );
  return written.ok || written.status.code === 404;
}
