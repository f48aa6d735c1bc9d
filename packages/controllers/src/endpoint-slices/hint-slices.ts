/**
 * Hints of topology: each ready endpoint of a Service names the zone whose clients are to use it. Endpoints are given to
 * their own zone first; zones with too many give some to those with too few. Slices that need no other change keep theirs
 * while these are possible.
 */
import type { StoredEndpointSlice } from '@keelson/api';

import type { AddressFamily } from '../endpoints/service-pods.ts';
import { allocateZones, exchangeZones, type ZoneAllocation, type ZoneExchange } from './allocate-zones.ts';
import { zoneLabel, type SliceEndpoint, type WantedSlice } from './slice-object.ts';
import type { ZoneShares } from './zone-shares.ts';

/** The slices of one address family that are written, and those that are not. */
export interface SlicesToHint {
  readonly addressType: AddressFamily;
  readonly create: readonly WantedSlice[];
  readonly update: readonly WantedSlice[];
  readonly unchanged: readonly StoredEndpointSlice[];
}

export interface HintedSlices {
  readonly create: WantedSlice[];
  readonly update: WantedSlice[];
  /** The number of endpoints for each zone. Empty where there are no hints. */
  readonly hinted: ReadonlyMap<string, number>;
}

type Allocations = ReadonlyMap<string, ZoneAllocation>;

/** Takes all hints off where `shares` is undefined, endpoints are too few, or one has no zone. */
export function hintSlices(slices: SlicesToHint, shares: ZoneShares | undefined): HintedSlices {
  const allocations = shares && allocateZones(shares, countReady(slices));
  if (allocations === undefined) return withoutHints(slices);
  const { changing, hinted } = keepPossible(slices, allocations);
  const written = [...slices.create, ...slices.update, ...changing];
  for (const zone of written.flatMap(({ endpoints }) => endpoints.filter(isReady).map(zoneOf))) {
    if (zone === '') return withoutHints(slices);
    hinted.set(zone, (hinted.get(zone) ?? 0) + 1);
  }
  const zones = assignZones(written, exchangeZones(allocations, hinted), hinted);
  const hint = (slice: WantedSlice): WantedSlice => ({
    ...slice,
    endpoints: slice.endpoints.map((endpoint) => withHint(endpoint, zones.get(endpoint))),
  });
  const changed = changing.map(hint).filter((slice) => !hasHintsOf(slice, slice.known));
  return { create: slices.create.map(hint), update: [...slices.update.map(hint), ...changed], hinted };
}

function withoutHints({ addressType, create, update, unchanged }: SlicesToHint): HintedSlices {
  const bare = (slice: WantedSlice): WantedSlice => ({
    ...slice,
    endpoints: slice.endpoints.map((endpoint) => withHint(endpoint, undefined)),
  });
  const hinted = unchanged.filter(({ endpoints }) => endpoints?.some(({ hints }) => hints !== undefined));
  return {
    create: create.map(bare),
    update: [...update, ...hinted.map((slice) => wantedOf(slice, addressType))].map(bare),
    hinted: new Map(),
  };
}

/** Divides what is unchanged into slices whose hints stay, which are counted, and those that get others. */
function keepPossible({ addressType, unchanged }: SlicesToHint, allocations: Allocations) {
  const hinted = new Map<string, number>();
  const changing: WantedSlice[] = [];
  for (const slice of unchanged) {
    const own = countHints(slice);
    const isPossible =
      own !== undefined &&
      [...own].every(([zone, count]) => count + (hinted.get(zone) ?? 0) <= (allocations.get(zone)?.maximum ?? -1));
    if (!isPossible) changing.push(wantedOf(slice, addressType));
    else for (const [zone, count] of own) hinted.set(zone, (hinted.get(zone) ?? 0) + count);
  }
  return { changing, hinted };
}

/** Undefined where a ready endpoint has no hint. */
function countHints({ endpoints }: StoredEndpointSlice): ReadonlyMap<string, number> | undefined {
  const counts = new Map<string, number>();
  for (const endpoint of (endpoints ?? []).filter(isReady)) {
    const zone = endpoint.hints?.forZones?.[0]?.name;
    if (zone === undefined) return undefined;
    counts.set(zone, (counts.get(zone) ?? 0) + 1);
  }
  return counts;
}

/** Each ready endpoint with its zone; `hinted` gets what is exchanged. */
function assignZones(
  slices: readonly WantedSlice[],
  { giving, receiving }: ZoneExchange,
  hinted: Map<string, number>,
): ReadonlyMap<SliceEndpoint, string> {
  const zones = new Map<SliceEndpoint, string>();
  for (const endpoint of slices.flatMap(({ endpoints }) => endpoints.filter(isReady))) {
    const zone = zoneOf(endpoint);
    const [taker] = takeOne(giving, zone) ? receiving.keys() : [];
    zones.set(endpoint, taker ?? zone);
    if (taker === undefined) continue;
    takeOne(receiving, taker);
    hinted.set(zone, (hinted.get(zone) ?? 0) - 1);
    hinted.set(taker, (hinted.get(taker) ?? 0) + 1);
  }
  return zones;
}

function takeOne(counts: Map<string, number>, zone: string): boolean {
  const count = counts.get(zone) ?? 0;
  if (count > 1) counts.set(zone, count - 1);
  else counts.delete(zone);
  return count > 0;
}

function countReady({ create, update, unchanged }: SlicesToHint): number {
  const all = [...create, ...update, ...unchanged];
  return all.reduce((sum, { endpoints }) => sum + (endpoints ?? []).filter(isReady).length, 0);
}

function isReady({ conditions }: SliceEndpoint): boolean {
  return conditions.ready === true;
}

function zoneOf({ topology }: SliceEndpoint): string {
  return topology?.[zoneLabel] ?? '';
}

function withHint({ hints: _hints, ...endpoint }: SliceEndpoint, zone: string | undefined): SliceEndpoint {
  return zone === undefined ? endpoint : { ...endpoint, hints: { forZones: [{ name: zone }] } };
}

function hasHintsOf({ endpoints }: WantedSlice, known: StoredEndpointSlice | undefined): boolean {
  const hintsOf = (all: readonly SliceEndpoint[]): string => JSON.stringify(all.map(({ hints }) => hints ?? null));
  return hintsOf(endpoints) === hintsOf(known?.endpoints ?? []);
}

function wantedOf(known: StoredEndpointSlice, addressType: AddressFamily): WantedSlice {
  return { known, addressType, ports: known.ports ?? [], endpoints: known.endpoints ?? [] };
}
