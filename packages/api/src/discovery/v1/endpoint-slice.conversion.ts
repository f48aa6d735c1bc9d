/**
 * EndpointSlices of v1 and the stored v1beta1: node and zone have fields of their own
 * in v1 and are labels of the topology before. A host name that differs from the node
 * stays among the deprecated labels.
 */
import type { Conversion } from '@keelson/schema';

import type { Endpoint as StoredEndpoint, EndpointSlice as StoredSlice } from '../v1beta1/endpoint-slice.ts';
import type { Endpoint, EndpointSlice } from './endpoint-slice.ts';

const hostnameLabel = 'kubernetes.io/hostname';
const zoneLabel = 'topology.kubernetes.io/zone';

export const endpointSliceConversion: Conversion<EndpointSlice> = {
  toHub: (slice) => ({ ...slice, endpoints: slice.endpoints?.map(toStored) ?? null }),
  fromHub: (slice: StoredSlice) => ({ ...slice, endpoints: slice.endpoints?.map(fromStoredEndpoint) ?? null }),
};

function toStored({ deprecatedTopology, zone, ...endpoint }: Endpoint): StoredEndpoint {
  const topology: Record<string, string> = {
    ...(endpoint.nodeName !== undefined && { [hostnameLabel]: endpoint.nodeName }),
    ...deprecatedTopology,
    ...(zone !== undefined && { [zoneLabel]: zone }),
  };
  return isEmpty(topology) ? endpoint : { ...endpoint, topology };
}

/** For clients that write what they have read in the stored version, too. */
export function fromStoredEndpoint({ topology, ...endpoint }: StoredEndpoint): Endpoint {
  if (topology === undefined) return endpoint;
  const { [hostnameLabel]: hostname, [zoneLabel]: zone, ...others } = topology;
  const nodeName = endpoint.nodeName ?? hostname;
  const isOtherHost = hostname !== undefined && hostname !== nodeName;
  const deprecatedTopology = isOtherHost ? { ...others, [hostnameLabel]: hostname } : others;
  return {
    ...endpoint,
    ...(!isEmpty(deprecatedTopology) && { deprecatedTopology }),
    ...(nodeName !== undefined && { nodeName }),
    ...(zone !== undefined && { zone }),
  };
}

/** Without the labels that have no field of their own in v1. */
export function withoutOtherTopology(endpoint: StoredEndpoint): StoredEndpoint {
  const { deprecatedTopology: _dropped, ...kept } = fromStoredEndpoint(endpoint);
  return toStored(kept);
}

function isEmpty(map: object): boolean {
  return Object.keys(map).length === 0;
}
