/** Plans the slices that mirror Endpoints: one slice for each set of ports and address family. */
import { isIPv4, isIPv6 } from 'node:net';

import type { Endpoints, StoredEndpointSlice } from '@keelson/api';

import { familyOf, type AddressFamily } from '../endpoints/service-pods.ts';
import { reuseSlices, type SliceChanges } from './fill-slices.ts';
import {
  endpointKey,
  endpointText,
  managedByLabel,
  portsKey,
  serviceNameLabel,
  topologyOf,
  type SliceEndpoint,
  type SlicePort,
} from './slice-object.ts';

export interface MirrorPlan {
  readonly changes: SliceChanges;
  readonly invalidAddresses: number;
  /** The number of addresses above `mostPerSubset`. */
  readonly skippedAddresses: number;
}

export interface PlanMirrorParts {
  readonly endpoints: Endpoints;
  readonly existing: readonly StoredEndpointSlice[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly mostPerSubset: number;
}

interface Group {
  readonly addressType: AddressFamily;
  readonly ports: readonly SlicePort[];
  /** By endpoint key, so that duplicate addresses make one endpoint. */
  readonly endpoints: Map<string, SliceEndpoint>;
}

export function planMirror(parts: PlanMirrorParts): MirrorPlan {
  const { existing, mostPerSubset } = parts;
  const { groups, invalidAddresses, skippedAddresses } = groupAddresses(parts);
  const changes: SliceChanges = { create: [], update: [], delete: [] };
  const left = new Map(groups);
  const kept = new Set<string>();
  for (const known of existing) {
    const key = groupKey(known.addressType, portsKey(known.ports ?? []));
    const group = groups.get(key);
    if (group === undefined || group.endpoints.size === 0 || kept.has(key)) {
      changes.delete.push(known);
      continue;
    }
    kept.add(key);
    left.delete(key);
    if (!isAsWanted(parts, known, group)) changes.update.push({ ...sliceOf(group, mostPerSubset), known });
  }
  for (const group of left.values()) if (group.endpoints.size > 0) changes.create.push(sliceOf(group, mostPerSubset));
  return { changes: reuseSlices(changes), invalidAddresses, skippedAddresses };
}

function sliceOf({ addressType, ports, endpoints }: Group, most: number) {
  return { addressType, ports, endpoints: [...endpoints.values()].slice(0, most) };
}

function groupKey(addressType: string, ports: string): string {
  return `${addressType} ${ports}`;
}

function isAsWanted(
  { labels, annotations }: PlanMirrorParts,
  known: StoredEndpointSlice,
  { endpoints }: Group,
): boolean {
  const shown = known.endpoints ?? [];
  return (
    shown.length === endpoints.size &&
    shown.every((endpoint) => {
      const wanted = endpoints.get(endpointKey(endpoint));
      return wanted !== undefined && endpointText(wanted) === endpointText(endpoint);
    }) &&
    hasSame(known.metadata.labels, labels) &&
    hasSame(known.metadata.annotations, annotations)
  );
}

function hasSame(shown: Readonly<Record<string, string>> = {}, wanted: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(shown);
  return names.length === Object.keys(wanted).length && names.every((each) => shown[each] === wanted[each]);
}

function groupAddresses({ endpoints, mostPerSubset }: PlanMirrorParts) {
  const groups = new Map<string, Group>();
  let [invalidAddresses, skippedAddresses] = [0, 0];
  for (const { addresses, notReadyAddresses, ports = [] } of endpoints.subsets ?? []) {
    const slicePorts = ports.map(({ name = '', ...port }): SlicePort => ({ name, ...port }));
    const all = [...endpointsOf(addresses, true), ...endpointsOf(notReadyAddresses, false)];
    const valid = all.filter(({ addresses: [ip = ''] }) => isIPv4(ip) || isIPv6(ip));
    invalidAddresses += all.length - valid.length;
    skippedAddresses += Math.max(0, valid.length - mostPerSubset);
    for (const endpoint of valid.slice(0, mostPerSubset)) put(groups, slicePorts, endpoint);
  }
  return { groups, invalidAddresses, skippedAddresses };
}

type SubsetAddresses = NonNullable<Endpoints['subsets']>[number]['addresses'];
type MirroredEndpoint = SliceEndpoint & { readonly addresses: string[] };

function endpointsOf(addresses: SubsetAddresses, ready: boolean): readonly MirroredEndpoint[] {
  return (addresses ?? []).map(({ ip, hostname = '', nodeName = '', targetRef }) => ({
    addresses: [ip],
    conditions: { ready },
    ...(hostname !== '' && { hostname }),
    ...(targetRef !== undefined && { targetRef }),
    ...topologyOf(nodeName, undefined),
  }));
}

function put(groups: Map<string, Group>, ports: readonly SlicePort[], endpoint: MirroredEndpoint): void {
  const addressType = familyOf(endpoint.addresses[0] ?? '');
  const key = groupKey(addressType, portsKey(ports));
  const group: Group = groups.get(key) ?? { addressType, ports, endpoints: new Map() };
  groups.set(key, group);
  group.endpoints.set(endpointKey(endpoint), endpoint);
}

const unmirrored: ReadonlySet<string> = new Set([
  'endpoints.kubernetes.io/last-change-trigger-time',
  'kubectl.kubernetes.io/last-applied-configuration',
]);

export function mirroredAnnotations({ metadata }: Endpoints): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([each]) => !unmirrored.has(each)));
}

export function mirroredLabels({ metadata }: Endpoints, manager: string): Readonly<Record<string, string>> {
  return { ...metadata.labels, [serviceNameLabel]: metadata.name ?? '', [managedByLabel]: manager };
}
