/** Plans the changes from the existing slices of a Service to the desired ones. */
import type { StoredEndpointSlice, Service } from '@keelson/api';

import {
  addressOf,
  familyOf,
  findPort,
  hostnameOf,
  isEndpoint,
  type AddressFamily,
} from '../endpoints/service-pods.ts';
import { isBeingDeleted, isReady, type CachedPod } from '../dependents/pod-facts.ts';
import { fillSlices, reuseSlices, type SliceChanges } from './fill-slices.ts';
import { hintSlices } from './hint-slices.ts';
import { portsKey, topologyOf, type SliceEndpoint, type SlicePort } from './slice-object.ts';
import type { ZoneShares } from './zone-shares.ts';

export interface PlanSlicesParts {
  readonly service: Service;
  readonly pods: readonly CachedPod[];
  /** The slices of the Service that this controller manages, without those that are being deleted. */
  readonly existing: readonly StoredEndpointSlice[];
  readonly mostPerSlice: number;
  /** False: terminating pods are left out, and conditions are `ready` alone. */
  readonly showsTerminating: boolean;
  readonly zoneOf: (nodeName: string) => string | undefined;
  readonly podKind: string;
  /** Endpoints get hints of topology by these. Undefined where they are to have none. */
  readonly zoneShares?: ZoneShares | undefined;
}

export interface SlicePlan extends SliceChanges {
  /** For each address family: the number of endpoints that are hinted for each zone. */
  readonly hinted: readonly ReadonlyMap<string, number>[];
}

export function planSlices(parts: PlanSlicesParts): SlicePlan {
  const { service, existing } = parts;
  const families = familiesOf(service);
  const others = existing.filter(({ addressType }) => !families.some((family) => family === addressType));
  const plans = families.map((family) => planFamily(parts, family));
  const changes = reuseSlices({
    create: plans.flatMap(({ create }) => create),
    update: plans.flatMap(({ update }) => update),
    delete: [...others, ...plans.flatMap((plan) => plan.delete)],
  });
  const hinted = plans.map((plan) => plan.hinted);
  // A Service that is being deleted gets no new slices.
  return { ...changes, ...(service.metadata.deletionTimestamp !== undefined && { create: [] }), hinted };
}

function familiesOf({ spec }: Service): readonly AddressFamily[] {
  const { ipFamilies = [], clusterIP = '' } = spec;
  if (ipFamilies.length > 0) return ipFamilies.filter((family) => family === 'IPv4' || family === 'IPv6');
  if (clusterIP !== '' && clusterIP !== 'None') return [familyOf(clusterIP)];
  return ['IPv4'];
}

interface PortGroup {
  readonly ports: readonly SlicePort[];
  readonly endpoints: SliceEndpoint[];
}

function planFamily(parts: PlanSlicesParts, family: AddressFamily) {
  const { service, mostPerSlice, zoneShares } = parts;
  const existing = parts.existing.filter(({ addressType }) => addressType === family);
  const groups = groupByPorts(parts, family);
  const changes: SliceChanges = { create: [], update: [], delete: [] };
  for (const [key, { ports, endpoints }] of groups) {
    const ofGroup = existing.filter((slice) => portsKey(slice.ports ?? []) === key);
    const ofPorts = fillSlices({ service, addressType: family, ports, endpoints, existing: ofGroup, mostPerSlice });
    changes.create.push(...ofPorts.create);
    changes.update.push(...ofPorts.update);
    changes.delete.push(...ofPorts.delete);
  }
  for (const slice of existing) if (!groups.has(portsKey(slice.ports ?? []))) changes.delete.push(slice);
  const filled = withPlaceholder(changes, existing.length, family);
  const written = new Set([...filled.update.map(({ known }) => known), ...filled.delete]);
  const unchanged = existing.filter((slice) => !written.has(slice));
  const { create, update } = filled;
  return { ...filled, ...hintSlices({ addressType: family, create, update, unchanged }, zoneShares) };
}

/** A Service without endpoints has one empty slice, so that clients can tell it from a Service not reconciled yet. */
function withPlaceholder(changes: SliceChanges, existing: number, addressType: AddressFamily): SliceChanges {
  if (existing !== changes.delete.length || changes.create.length > 0) return changes;
  const [only] = changes.delete;
  const isPlaceholder = (only?.endpoints ?? []).length === 0 && (only?.ports ?? []).length === 0;
  if (changes.delete.length === 1 && isPlaceholder) return { ...changes, delete: [] };
  return { ...changes, create: [{ addressType, ports: [], endpoints: [] }] };
}

function groupByPorts(parts: PlanSlicesParts, family: AddressFamily): ReadonlyMap<string, PortGroup> {
  const { service, pods, showsTerminating } = parts;
  const wantsTerminating = showsTerminating || service.spec.publishNotReadyAddresses === true;
  const groups = new Map<string, PortGroup>();
  for (const pod of pods) {
    if (!isEndpoint(pod, wantsTerminating)) continue;
    const ports = portsOf(service, pod);
    const address = addressOf(pod, family);
    if (address === undefined) continue;
    const key = portsKey(ports);
    const group = groups.get(key) ?? { ports, endpoints: [] };
    groups.set(key, group);
    group.endpoints.push(endpointOf(parts, pod, address));
  }
  return groups;
}

/** The ports of the Service that the pod has, with its port numbers. May be empty. */
function portsOf({ spec }: Service, pod: CachedPod): readonly SlicePort[] {
  return (spec.ports ?? []).flatMap((port): SlicePort[] => {
    const number = findPort(pod, port);
    if (number === undefined) return [];
    const { name = '', protocol = 'TCP', appProtocol } = port;
    return [{ name, port: number, protocol, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

function endpointOf(parts: PlanSlicesParts, pod: CachedPod, address: string): SliceEndpoint {
  const { service, showsTerminating, zoneOf, podKind } = parts;
  const serving = isReady(pod);
  const terminating = isBeingDeleted(pod);
  const ready = service.spec.publishNotReadyAddresses === true || (serving && !terminating);
  const hostname = hostnameOf(service, pod);
  const { nodeName = '' } = pod.object.spec;
  return {
    addresses: [address],
    conditions: { ready, ...(showsTerminating && { serving, terminating }) },
    ...(hostname !== undefined && { hostname }),
    targetRef: { kind: podKind, namespace: pod.namespace, name: pod.name, uid: pod.head.uid },
    ...topologyOf(nodeName, zoneOf(nodeName)),
  };
}
