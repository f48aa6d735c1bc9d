/** The pods behind a Service: which they are, and by which addresses and ports they are reached. */
import type { Service } from '@keelson/api';

import { isReady, type CachedPod } from '../dependents/pod-facts.ts';

export type AddressFamily = 'IPv4' | 'IPv6';
export type ServicePort = NonNullable<Service['spec']['ports']>[number];

/** Services without a selector, and names of other services, have endpoints that others keep. */
export function hasKeptEndpoints({ spec }: Service): boolean {
  return spec.type !== 'ExternalName' && spec.selector !== undefined && Object.keys(spec.selector).length > 0;
}

export function isSelected({ spec: { selector = {} } }: Service, labels: Readonly<Record<string, string>>): boolean {
  return Object.entries(selector).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
}

/** Pods that have ended, or have no address yet, are no endpoints; those that are deleted only where they are asked for. */
export function isEndpoint({ head, object: { status } }: CachedPod, wantsTerminating: boolean): boolean {
  if (status.phase === 'Failed' || status.phase === 'Succeeded') return false;
  if ((status.podIP ?? '') === '' && (status.podIPs ?? []).length === 0) return false;
  return wantsTerminating || head.deletionTimestamp === undefined;
}

export function familyOf(address: string): AddressFamily {
  return address.includes(':') ? 'IPv6' : 'IPv4';
}

export function addressOf({ object: { status } }: CachedPod, family: AddressFamily): string | undefined {
  const all = (status.podIPs ?? []).map(({ ip = '' }) => ip);
  return all.find((address) => address !== '' && familyOf(address) === family);
}

/** `undefined` where the container that the target is named in is not there. */
export function findPort({ object: { spec } }: CachedPod, port: ServicePort): number | undefined {
  const { targetPort, protocol = 'TCP' } = port;
  if (typeof targetPort === 'number') return targetPort === 0 ? port.port : targetPort;
  for (const { ports } of spec.containers ?? []) {
    const found = (ports ?? []).find((each) => each.name === targetPort && (each.protocol ?? 'TCP') === protocol);
    if (found !== undefined) return found.containerPort;
  }
  return undefined;
}

export function isHeadless({ spec }: Service): boolean {
  return spec.clusterIP === 'None';
}

/** The label of Endpoints and slices whose Service has no address of its own. */
export function hasNoAddress({ spec: { clusterIP = '' } }: Service): boolean {
  return clusterIP === '' || clusterIP === 'None';
}

/** A pod has a name in the DNS of the Service that it is named below. */
export function hostnameOf(service: Service, { object: { spec } }: CachedPod): string | undefined {
  const { hostname = '', subdomain } = spec;
  return hostname !== '' && subdomain === service.metadata.name ? hostname : undefined;
}

/** The facts of a pod that endpoints depend on, as text to compare: no other change of a pod changes an endpoint. */
export function endpointFacts(pod: CachedPod): string {
  const { spec, status } = pod.object;
  const { hostname, subdomain, nodeName, containers } = spec;
  const ports = (containers ?? []).map((each) => each.ports);
  const { deletionTimestamp, labels } = pod.head;
  return JSON.stringify([
    ...[status.phase, status.podIP, status.podIPs, isReady(pod), deletionTimestamp !== undefined],
    ...[labels, hostname, subdomain, nodeName, ports],
  ]);
}
