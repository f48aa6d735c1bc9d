/** Checks a charge against the quotas of its namespace, without writing. The messages are those of kube-apiserver. */
import { fitsScopes, fittingScopes, namesCountedFor, scopeRequirementsOf } from '@keelson/api';
import { addAmounts, compareQuantity, keepAmounts, signOfQuantity, toAmounts, unexplained } from '@keelson/meta';
import type { Amounts, Status } from '@keelson/meta';
import type { ScopeRequirement } from '@keelson/schema';

import { refuse } from '../request.ts';
import type { Charge } from './charge.ts';
import { limitedNames, wordScopes, type LimitedResource } from './limited-resources.ts';
import type { KnownQuota } from './quota-store.ts';

/** A quota, with the charges of this batch added to `used` before they are written. */
export interface OpenQuota {
  readonly known: KnownQuota;
  readonly hard: Amounts;
  used: Amounts;
}

export function openQuota(known: KnownQuota): OpenQuota {
  const { hard, used } = known.object.status;
  return { known, hard: toAmounts(hard), used: toAmounts(used) };
}

export type CheckedCharge =
  | { readonly ok: false; readonly refusal: Status }
  /** The quotas to charge, each with its `used` after the charge. */
  | { readonly ok: true; readonly used: ReadonlyMap<OpenQuota, Amounts> };

const nothing: CheckedCharge = { ok: true, used: new Map() };

/** Quotas that count nothing of the object, or have no limits in their status yet, are skipped. */
export function checkCharge(
  charge: Charge,
  quotas: readonly OpenQuota[],
  limited: readonly LimitedResource[] = [],
): CheckedCharge {
  const pertinent = findPertinent(charge, quotas);
  if ('refusal' in pertinent) return pertinent;
  const negative = [...charge.usage].filter(([, amount]) => signOfQuantity(amount) < 0).map(([name]) => name);
  if (negative.length > 0) {
    return refused(charge, `quota usage is negative for resource(s): ${negative.sort().join(',')}`);
  }
  if (charge.added.size === 0) return nothing;
  const uncovered = limited.length === 0 ? undefined : findUncovered(charge, { quotas, pertinent, limited });
  if (uncovered !== undefined) return { ok: false, refusal: uncovered };
  const used = new Map<OpenQuota, Amounts>();
  for (const { quota } of pertinent) {
    const requested = keepAmounts(charge.added, (name) => quota.hard.has(name));
    if (requested.size === 0) continue;
    const after = addAmounts(quota.used, requested);
    const excess = findExcess(quota, requested, after);
    if (excess !== undefined) return refused(charge, excess);
    used.set(quota, after);
  }
  return { ok: true, used };
}

interface Pertinent {
  readonly quota: OpenQuota;
  /** The resource names of the quota that the object's kind counts towards. */
  readonly names: ReadonlySet<string>;
}

function findPertinent(
  charge: Charge,
  quotas: readonly OpenQuota[],
): readonly Pertinent[] | (CheckedCharge & { ok: false }) {
  const { resource, object } = charge;
  const pertinent: Pertinent[] = [];
  for (const quota of quotas) {
    const names = namesCountedFor(resource, quota.hard.keys());
    const { metadata, spec } = quota.known.object;
    if (names.size === 0 || !fitsScopes(resource, object, scopeRequirementsOf(spec))) continue;
    const unstated = resource.quota?.findUnstated?.(object as never, names);
    if (unstated !== undefined) return refused(charge, `failed quota: ${metadata.name ?? ''}: ${unstated}`);
    if ([...names].some((name) => !quota.used.has(name))) {
      const resources = [...names].sort().join(',');
      return refused(charge, `status unknown for quota: ${metadata.name ?? ''}, resources: ${resources}`);
    }
    pertinent.push({ quota, names });
  }
  return pertinent;
}

interface Cover {
  readonly quotas: readonly OpenQuota[];
  readonly pertinent: readonly Pertinent[];
  readonly limited: readonly LimitedResource[];
}

function findUncovered({ request, resource, object, usage }: Charge, cover: Cover): Status | undefined {
  const { quotas, pertinent, limited } = cover;
  const names = limitedNames(limited, resource, usage).filter(
    (name) => !pertinent.some(({ names: covered }) => covered.has(name)),
  );
  if (names.length > 0) return refuse(request, `insufficient quota to consume: ${names.sort().join(',')}`);
  const scopesOf = (all: readonly ScopeRequirement[]) => fittingScopes(resource, object, all);
  const covered = quotas.flatMap(({ known }) => scopesOf(scopeRequirementsOf(known.object.spec)));
  const uncovered = limited
    .flatMap(({ matchScopes }) => scopesOf(matchScopes))
    .filter(({ scopeName }) => !covered.some((scope) => scope.scopeName === scopeName));
  if (uncovered.length === 0) return undefined;
  return unexplained(`insufficient quota to match these scopes: ${wordScopes(uncovered)}`);
}

function findExcess({ known, hard, used }: OpenQuota, requested: Amounts, after: Amounts): string | undefined {
  const exceeds = (name: string): boolean => compareQuantity(after.get(name) ?? '0', hard.get(name) ?? '0') > 0;
  const exceeded = keepAmounts(requested, exceeds);
  if (exceeded.size === 0) return undefined;
  const word = (amounts: Amounts): string => wordAmounts(keepAmounts(amounts, (name) => exceeded.has(name)));
  const { name = '' } = known.object.metadata;
  return `exceeded quota: ${name}, requested: ${word(exceeded)}, used: ${word(used)}, limited: ${word(hard)}`;
}

function wordAmounts(amounts: Amounts): string {
  return [...amounts]
    .map(([name, amount]) => `${name}=${amount}`)
    .sort()
    .join(',');
}

function refused({ request }: Charge, why: string): CheckedCharge & { readonly ok: false } {
  return { ok: false, refusal: refuse(request, why) };
}
