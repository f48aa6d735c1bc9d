/**
 * The Service that leads to this API from within the cluster, its Endpoints and its EndpointSlice: what they are called,
 * and what is in them. Clients and test suites look for them by these names.
 */
import type { Resource, Scheme } from '@keelson/schema';

import { endpoints } from '../../core/v1/endpoints.resource.ts';
import { services } from '../../core/v1/service.resource.ts';
import { endpointSlices } from './endpoint-slice.resource.ts';

export const ownService = { namespace: 'default', name: 'kubernetes' } as const;

export interface OwnServiceKinds {
  readonly services: Resource;
  readonly endpoints: Resource;
  readonly endpointSlices: Resource;
}

/** Throws where the scheme lacks one: that is a fault of the program. */
export function findOwnServiceKinds(scheme: Scheme): OwnServiceKinds {
  const find = ({ group, version, plural }: Resource): Resource => {
    const found = scheme.resource(group.replaceAll('{domain}', scheme.domain), version, plural);
    if (found === undefined) throw new Error(`the scheme has no ${plural}`);
    return found;
  };
  return { services: find(services), endpoints: find(endpoints), endpointSlices: find(endpointSlices) };
}

export interface OwnServiceSettings {
  readonly clusterIP: string;
  /** The port that this API is served on. */
  readonly port: number;
  /** The port of nodes that leads to it, 0 for none. */
  readonly nodePort: number;
}

export interface OwnPort {
  readonly name: string;
  readonly protocol: string;
  readonly port: number;
}

const portName = 'https';
const servicePort = 443;

export function ownServiceSpec({ clusterIP, port, nodePort }: OwnServiceSettings) {
  const own = {
    name: portName,
    protocol: 'TCP',
    port: servicePort,
    targetPort: port,
    ...(nodePort > 0 && { nodePort }),
  };
  const type = nodePort > 0 ? 'NodePort' : 'ClusterIP';
  return {
    ports: [own],
    clusterIP,
    clusterIPs: [clusterIP],
    type,
    sessionAffinity: 'None',
    ipFamilyPolicy: 'SingleStack',
  };
}

export const ownServiceLabels = { component: 'apiserver', provider: 'kubernetes' };

export function ownPort(port: number): OwnPort {
  return { name: portName, protocol: 'TCP', port };
}

/** Nobody mirrors them: their slice is kept beside them. */
export const ownEndpointsLabels = { 'endpointslice.kubernetes.io/skip-mirror': 'true' };

export function ownSubsets(addresses: readonly string[], ports: readonly OwnPort[]) {
  return [{ addresses: addresses.map((ip) => ({ ip })), ports }];
}

export const ownSliceLabels = { 'kubernetes.io/service-name': ownService.name };

export function ownSliceContent(addresses: readonly string[], ports: readonly OwnPort[]) {
  const [first = ''] = addresses;
  return {
    addressType: first.includes(':') ? 'IPv6' : 'IPv4',
    endpoints: addresses.map((address) => ({ addresses: [address], conditions: { ready: true } })),
    ports,
  };
}
