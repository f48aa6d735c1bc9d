/**
 * Distributes the endpoints of a Service over zones in proportion to their processors, so that no endpoint gets more than
 * a fifth above its share of the traffic.
 */
import type { ZoneShares } from './zone-shares.ts';

/** The part of its traffic by which an endpoint may exceed its share. */
const overload = 0.2;

export interface ZoneAllocation {
  readonly minimum: number;
  readonly maximum: number;
  readonly desired: number;
}

/** Undefined where the endpoints are too few for all zones. */
export function allocateZones(shares: ZoneShares, endpoints: number): ReadonlyMap<string, ZoneAllocation> | undefined {
  if (shares.size > endpoints) return undefined;
  const minima = new Map([...shares].map(([zone, share]) => [zone, fewestOf(share, endpoints)]));
  const spare = endpoints - [...minima.values()].reduce((sum, minimum) => sum + minimum, 0);
  if (spare < 0) return undefined;
  return new Map(
    [...shares].map(([zone, share]) => {
      const minimum = minima.get(zone) ?? 0;
      return [zone, { minimum, maximum: minimum + spare, desired: Math.max(share * endpoints, minimum) }];
    }),
  );
}

/** True where a zone has fewer of the hinted endpoints than it needs, or hints are given without shares to go by. */
export function isOverloaded(hinted: ReadonlyMap<string, number>, shares: ZoneShares | undefined): boolean {
  if (hinted.size === 0) return false;
  if (shares === undefined) return true;
  const total = [...hinted.values()].reduce((sum, count) => sum + count, 0);
  return [...shares].some(([zone, share]) => (hinted.get(zone) ?? 0) < fewestOf(share, total));
}

function fewestOf(share: number, endpoints: number): number {
  return Math.ceil(share * endpoints * (1 / (1 + overload)));
}

/** Whole endpoints that zones give up, and that zones get. */
export interface ZoneExchange {
  readonly giving: Map<string, number>;
  readonly receiving: Map<string, number>;
}

/**
 * From the zone with the most too many to the one that lacks most, until there is less than one of each: endpoints stay in
 * their own zone where the gain is less.
 */
export function exchangeZones(
  allocations: ReadonlyMap<string, Pick<ZoneAllocation, 'desired'>>,
  hinted: ReadonlyMap<string, number>,
): ZoneExchange {
  const [surplus, lack] = [new Map<string, number>(), new Map<string, number>()];
  for (const [zone, { desired }] of allocations) {
    const difference = (hinted.get(zone) ?? 0) - desired;
    if (difference > 0) surplus.set(zone, difference);
    else lack.set(zone, -difference);
  }
  const [giving, receiving] = [new Map<string, number>(), new Map<string, number>()];
  for (;;) {
    const [giver, taker] = [mostOf(surplus), mostOf(lack)];
    if (giver === undefined || taker === undefined || (giver.amount < 1 && taker.amount < 1)) break;
    surplus.set(giver.zone, giver.amount - 1);
    lack.set(taker.zone, taker.amount - 1);
    giving.set(giver.zone, (giving.get(giver.zone) ?? 0) + 1);
    receiving.set(taker.zone, (receiving.get(taker.zone) ?? 0) + 1);
  }
  return { giving, receiving };
}

/** Of equal amounts the first. */
function mostOf(amounts: ReadonlyMap<string, number>) {
  let most: { readonly zone: string; readonly amount: number } | undefined;
  for (const [zone, amount] of amounts) if (amount > (most?.amount ?? 0)) most = { zone, amount };
  return most;
}
