/**
 * EndpointSlices as they are stored, in the version that has nodes and zones among the labels of a topology: the labels
 * and endpoints of those that are kept for a Service.
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

/** A slice as it is wanted. Without metadata it is new. */
export interface WantedSlice {
  readonly known?: StoredEndpointSlice | undefined;
  readonly addressType: AddressFamily;
  readonly ports: readonly SlicePort[];
  endpoints: readonly SliceEndpoint[];
}

/** Those of the Service, and those that say whose slice it is. */
export function labelsOfSlice(service: Service, manager: string): Record<string, string> {
  const own = Object.entries(service.metadata.labels ?? {}).filter(([key]) => !reserved.has(key));
  return {
    ...Object.fromEntries(own),
    ...(hasNoAddress(service) && { [headlessLabel]: '' }),
    [serviceNameLabel]: service.metadata.name ?? '',
    [managedByLabel]: manager,
  };
}

/** The labels that come from the Service. */
export function hasLabelsOf(service: Service, { metadata }: StoredEndpointSlice): boolean {
  const own = (labels: Readonly<Record<string, string>> | undefined) =>
    JSON.stringify(
      Object.entries(labels ?? {})
        .filter(([key]) => !reserved.has(key))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return own(metadata.labels) === own(service.metadata.labels);
}

/** Slices with the same ports hold endpoints together, whatever the order of the ports. */
export function portsKey(ports: readonly SlicePort[]): string {
  const each = ports.map(({ name = '', protocol = 'TCP', port, appProtocol }) =>
    JSON.stringify([name, protocol, port ?? null, appProtocol ?? null]),
  );
  return each.sort().join();
}

/** What makes an endpoint the same one: anything else of it may change in its place. */
export function endpointKey({ addresses, hostname, targetRef }: SliceEndpoint): string {
  return JSON.stringify([[...(addresses ?? [])].sort(), hostname ?? '', targetRef?.namespace, targetRef?.name]);
}

/** Whether a slice shows an endpoint as it is wanted. */
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
