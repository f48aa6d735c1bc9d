/**
 * Distributes the endpoints of a Service over slices of one set of ports, with as few writes as possible: endpoints
 * stay in their slice; new endpoints fill slices that are written anyway, then one slice with room for the rest, then
 * new slices.
 */
import type { StoredEndpointSlice, Service } from '@keelson/api';

import {
  endpointKey,
  endpointText,
  hasLabelsOf,
  type SliceEndpoint,
  type SlicePort,
  type WantedSlice,
} from './slice-object.ts';
import type { AddressFamily } from '../endpoints/service-pods.ts';

export interface SliceChanges {
  readonly create: WantedSlice[];
  readonly update: WantedSlice[];
  readonly delete: StoredEndpointSlice[];
}

export interface FillSlicesParts {
  readonly service: Service;
  readonly addressType: AddressFamily;
  readonly ports: readonly SlicePort[];
  readonly endpoints: readonly SliceEndpoint[];
  readonly existing: readonly StoredEndpointSlice[];
  readonly mostPerSlice: number;
}

export function fillSlices(parts: FillSlicesParts): SliceChanges {
  const { service, addressType, ports, existing, mostPerSlice } = parts;
  const left = new Map(parts.endpoints.map((endpoint) => [endpointKey(endpoint), endpoint]));
  const changes: SliceChanges = { create: [], update: [], delete: [] };
  const unchanged: WantedSlice[] = [];
  for (const known of existing) {
    const { kept, isChanged } = keep(known, left);
    const slice: WantedSlice = { known, addressType, ports, endpoints: kept };
    if (kept.length === 0 && isChanged) changes.delete.push(known);
    else if (isChanged || !hasLabelsOf(service, known)) changes.update.push(slice);
    else unchanged.push(slice);
  }
  const rest = [...left.values()];
  const fill = (slice: WantedSlice): void => {
    slice.endpoints = [...slice.endpoints, ...rest.splice(0, Math.max(0, mostPerSlice - slice.endpoints.length))];
  };
  for (const slice of [...changes.update].sort(fullestFirst)) fill(slice);
  while (rest.length > 0) {
    const roomy = rest.length < mostPerSlice ? findRoom(unchanged, rest.length, mostPerSlice) : undefined;
    const slice: WantedSlice = roomy ?? { addressType, ports, endpoints: [] };
    fill(slice);
    (roomy === undefined ? changes.create : changes.update).push(slice);
  }
  return changes;
}

/** Keeps the endpoints of the slice that are still wanted, and removes them from `left`. */
function keep({ endpoints }: StoredEndpointSlice, left: Map<string, SliceEndpoint>) {
  const kept: SliceEndpoint[] = [];
  let isChanged = false;
  for (const endpoint of endpoints ?? []) {
    const key = endpointKey(endpoint);
    const wanted = left.get(key);
    if (wanted === undefined) {
      isChanged = true;
      continue;
    }
    left.delete(key);
    kept.push(wanted);
    if (endpointText(wanted) !== endpointText(endpoint)) isChanged = true;
  }
  return { kept, isChanged };
}

function fullestFirst(a: WantedSlice, b: WantedSlice): number {
  return b.endpoints.length - a.endpoints.length;
}

/** The fullest slice with room for `more` endpoints. */
function findRoom(slices: readonly WantedSlice[], more: number, mostPerSlice: number): WantedSlice | undefined {
  const [fullest] = slices.filter(({ endpoints }) => endpoints.length + more <= mostPerSlice).sort(fullestFirst);
  return fullest;
}

/** Turns pairs of a delete and a create of one address family into an update. */
export function reuseSlices({ create, update, delete: gone }: SliceChanges): SliceChanges {
  const left = [...create];
  const reused: WantedSlice[] = [];
  const deleted = gone.filter((known) => {
    const at = left.findLastIndex(({ addressType }) => addressType === known.addressType);
    const [slice] = at === -1 ? [] : left.splice(at, 1);
    if (slice !== undefined) reused.push({ ...slice, known });
    return slice === undefined;
  });
  return { create: left, update: [...update, ...reused], delete: deleted };
}
