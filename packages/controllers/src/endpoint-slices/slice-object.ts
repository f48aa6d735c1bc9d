/**
 * Labels and endpoints of EndpointSlices in the stored version, v1beta1, which has the node and zone of an endpoint in
 * its `topology`.
 */
import type { StoredEndpointSlice, Service } from '@keelson/api';

import { hasNoAddress, type AddressFamily } from '../endpoints/service-pods.ts';

export type SliceEndpoint = NonNullable<StoredEndpointSlice['endpoints']>[number];
export type SlicePort = NonNullable<StoredEndpointSlice['ports']>[number];

export const serviceNameLabel = 'kubernetes.io/service-name';
export const managedByLabel = 'endpointslice.kubernetes.io/managed-by';
export const headlessLabel = 'service.kubernetes.io/headless';
export const zoneLabel = 'topology.kubernetes.io/zone';
const hostnameLabel = 'kubernetes.io/hostname';
const reserved: ReadonlySet<string> = new Set([serviceNameLabel, managedByLabel, headlessLabel]);

/** The desired state of a slice. Without `known` the slice is new. */
export interface WantedSlice {
  readonly known?: StoredEndpointSlice | undefined;
  readonly addressType: AddressFamily;
  readonly ports: readonly SlicePort[];
  endpoints: readonly SliceEndpoint[];
}

/** The labels of the Service, and the labels that name the Service and the manager of the slice. */
export function labelsOfSlice(service: Service, manager: string): Record<string, string> {
  const own = Object.entries(service.metadata.labels ?? {}).filter(([key]) => !reserved.has(key));
  return {
    ...Object.fromEntries(own),
    ...(hasNoAddress(service) && { [headlessLabel]: '' }),
    [serviceNameLabel]: service.metadata.name ?? '',
    [managedByLabel]: manager,
  };
}

/** True if the slice has the present labels of the Service. */
export function hasLabelsOf(service: Service, { metadata }: StoredEndpointSlice): boolean {
  const own = (labels: Readonly<Record<string, string>> | undefined) =>
    JSON.stringify(
      Object.entries(labels ?? {})
        .filter(([key]) => !reserved.has(key))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return own(metadata.labels) === own(service.metadata.labels);
}

/** Identity of a set of ports, whatever their order. Slices with equal keys share the endpoints of these ports. */
export function portsKey(ports: readonly SlicePort[]): string {
  const each = ports.map(({ name = '', protocol = 'TCP', port, appProtocol }) =>
    JSON.stringify([name, protocol, port ?? null, appProtocol ?? null]),
  );
  return each.sort().join();
}

/** Identity of an endpoint within a slice. Its other fields may change in place. */
export function endpointKey({ addresses, hostname, targetRef }: SliceEndpoint): string {
  return JSON.stringify([[...(addresses ?? [])].sort(), hostname ?? '', targetRef?.namespace, targetRef?.name]);
}

/** The fields of an endpoint that may change in place, as text to compare. */
export function endpointText({ nodeName, topology, conditions, targetRef }: SliceEndpoint): string {
  const { ready, serving, terminating } = conditions;
  return JSON.stringify([
    nodeName,
    topology?.[zoneLabel],
    ready,
    serving,
    terminating,
    targetRef?.uid,
    targetRef?.kind,
  ]);
}

/** The node of an endpoint and its zone. */
export function topologyOf(nodeName: string, zone: string | undefined): Pick<SliceEndpoint, 'nodeName' | 'topology'> {
  if (nodeName === '') return {};
  return { nodeName, topology: { [hostnameLabel]: nodeName, ...(zone !== undefined && { [zoneLabel]: zone }) } };
}
