/**
 * Asks the budget of an object whether it may be evicted, and has the budget know of it before the object goes: many
 * evictions at once never exceed a budget, as each changes it in a transaction.
 */
import { budgetExhausted, failure, forbidden, notFound, type RequestTarget } from '@keelson/meta';
import type { BudgetDecision, EvictionBudgets, Resource } from '@keelson/schema';

import type { Outcome } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import { groupResourceOf } from '../objects/form.ts';
import { decodeStoredOrThrow } from '../objects/stored-object.ts';
import { done, refused } from '../outcome.ts';
import { listObjects } from '../read/list.ts';
import type { Store, Stores } from '../resources/stores.ts';
import { commit, type Change } from '../write/commit.ts';
import { findSurely } from '../write/current.ts';
import type { WriteParts } from '../write/writing.ts';

export interface Spending {
  readonly parts: WriteParts;
  readonly stores: Stores;
  /** Of the object. */
  readonly store: Store;
  readonly place: RequestTarget;
  readonly budgets: EvictionBudgets;
  readonly isDryRun: boolean;
}

export interface Spent {
  /** Deleting is allowed for this version of the object only. */
  readonly onlyVersion: string | undefined;
  /** The budget that limits the delete to one version; undefined where the object itself does. */
  readonly budget: string | undefined;
}

const unlimited: Spent = { onlyVersion: undefined, budget: undefined };

/** Rejects as the store fails. */
export async function spendBudget(spending: Spending): Promise<Outcome<Spent>> {
  const { parts, store, place, budgets } = spending;
  const { namespace, name = '' } = place;
  const { current } = await findSurely(store, { namespace, name, deadline: parts.deadline });
  if (current === undefined) return refused(notFound(groupResourceOf(place.resource), name));
  if (current.fault !== undefined) return done(unlimited);
  const missed = budgets.isMissed(current.object as never);
  const onlyVersion = String(current.version.revision);
  if (missed === 'free') return done(unlimited);
  if (missed === 'perhaps') return done({ onlyVersion, budget: undefined });
  const found = await findBudgets(spending, current.object);
  if (!found.ok || found.value === undefined) return found.ok ? done(unlimited) : found;
  const { budgetStore, resource, name: budget } = found.value;
  const spent = await spend(spending, { budgetStore, resource, name: budget, object: current.object });
  if (!spent.ok) return spent;
  return done(spent.value === 'uncounted' ? { onlyVersion, budget } : unlimited);
}

interface FoundBudget {
  readonly budgetStore: Store;
  readonly resource: Resource;
  readonly name: string;
}

/** The only one that selects the object; `undefined` where none does. Freshness: most recent. */
async function findBudgets(
  { parts, stores, place, budgets }: Spending,
  object: ApiObject,
): Promise<Outcome<FoundBudget | undefined>> {
  const resource = parts.scheme.resource(budgets.group, budgets.version, budgets.plural);
  const budgetStore = resource && stores.of(resource);
  if (resource === undefined || budgetStore === undefined) return done(undefined);
  const target = { resource, namespace: place.namespace };
  const settings = { domain: parts.scheme.domain, listsInPages: false, countsRemaining: false };
  const listed = await listObjects(budgetStore, target, {}, settings);
  if (!listed.ok) return listed;
  const selecting = listed.value.objects.filter((version) =>
    budgets.selects(decodeStoredOrThrow(budgetStore.message, version) as never, object as never),
  );
  const [only, ...others] = selecting;
  if (others.length > 0) return refused(failure('InternalError', budgets.ambiguous));
  return done(only && { budgetStore, resource, name: budgetStore.cache.namesOf(only).name });
}

interface BudgetAndObject extends FoundBudget {
  readonly object: ApiObject;
}

/** A budget that is gone meanwhile keeps nothing. */
async function spend(
  { parts, place, budgets, isDryRun }: Spending,
  { budgetStore, resource, name, object }: BudgetAndObject,
): Promise<Outcome<'granted' | 'uncounted'>> {
  const of = groupResourceOf(resource);
  const target = { parts, store: budgetStore, of, namespace: place.namespace, name, isDryRun };
  let outcome: 'granted' | 'uncounted' = 'granted';
  const committed = await commit(target, (current): Outcome<Change> => {
    outcome = 'granted';
    if (current === undefined) return done({ kind: 'keep' });
    const budget = structuredClone(current.object);
    const decision = budgets.spend(budget as never, object as never, timeText(parts.now()));
    if (decision.kind === 'granted') return done({ kind: 'write', object: budget });
    if (decision.kind !== 'uncounted') return refuse(decision, name, budgets);
    outcome = 'uncounted';
    return done({ kind: 'keep' });
  });
  return committed.ok ? done(outcome) : committed;
}

type Refusing = Exclude<BudgetDecision, { kind: 'granted' | 'uncounted' }>;

function refuse(decision: Refusing, name: string, { group, noun, exhausted }: EvictionBudgets): Outcome<never> {
  if (decision.kind === 'broken') return refused(forbidden({ group, resource: noun }, name, decision.message));
  return refused(budgetExhausted(exhausted, decision.cause, decision.retryAfterSeconds));
}
