/** Changes of services by clients that do not know, or do not repeat, what was allocated; and changes of the type. */
import { isSame } from '../../rules/is-same.ts';
import type { ServiceSpec } from './service-spec.ts';
import { isExposed, needsClusterIP, needsHealthCheck, needsNodePort } from './service-type.ts';

/** An update without cluster IPs and node ports keeps the allocated ones. */
export function keepAllocated(spec: ServiceSpec, old: ServiceSpec): void {
  if (needsClusterIP(spec) && needsClusterIP(old)) keepClusterIPs(spec, old);
  if (needsNodePort(spec) && needsNodePort(old)) keepNodePorts(spec, old);
  const { healthCheckNodePort = 0 } = old;
  if (needsHealthCheck(spec) && needsHealthCheck(old) && (spec.healthCheckNodePort ?? 0) === 0) {
    if (healthCheckNodePort !== 0) spec.healthCheckNodePort = healthCheckNodePort;
  }
}

function keepClusterIPs(spec: ServiceSpec, old: ServiceSpec): void {
  if ((spec.clusterIP ?? '') === '' && old.clusterIP !== undefined) spec.clusterIP = old.clusterIP;
  if ((spec.clusterIPs ?? []).length > 0 || spec.clusterIP !== old.clusterIP) return;
  if (old.clusterIPs !== undefined) spec.clusterIPs = [...old.clusterIPs];
}

/** By the names of the ports, unless another one asks for the number. */
function keepNodePorts({ ports = [] }: ServiceSpec, { ports: before = [] }: ServiceSpec): void {
  const given = new Set(ports.map(({ nodePort = 0 }) => nodePort));
  const used = new Set(before.map(({ nodePort = 0 }) => nodePort).filter((each) => given.has(each)));
  const byName = new Map(before.map(({ name = '', nodePort = 0 }) => [name, nodePort]));
  for (const port of ports) {
    const allocated = byName.get(port.name ?? '') ?? 0;
    if ((port.nodePort ?? 0) !== 0 || used.has(allocated)) continue;
    if (allocated !== 0) port.nodePort = allocated;
    used.add(allocated);
  }
}

/** Clients that know only the single field change it alone; the list follows it. */
export function pairClusterIPs(spec: ServiceSpec, old: ServiceSpec | undefined): void {
  const { clusterIP = '', clusterIPs = [] } = spec;
  if (old !== undefined) followSingle(spec, old);
  else if (clusterIP !== '' && clusterIPs.length === 0) spec.clusterIPs = [clusterIP];
}

function followSingle(spec: ServiceSpec, old: ServiceSpec): void {
  const { clusterIP = '', clusterIPs = [] } = spec;
  const isKept = isSame(clusterIPs, old.clusterIPs ?? []);
  if (clusterIP === (old.clusterIP ?? '')) {
    // Services of releases that did not know the list are stored without it.
    if (clusterIPs.length === 0 && clusterIP !== '') spec.clusterIPs = [...(old.clusterIPs ?? [clusterIP])];
  } else if (isKept && clusterIP === '') delete spec.clusterIPs;
  else if (isKept) spec.clusterIPs = [clusterIP];
}

/** Parts that the new type does not have are dropped, as long as nobody has changed them in the same write. */
export function dropUnusedFields(spec: ServiceSpec, old: ServiceSpec): void {
  const dropUnless = (isNeeded: (of: ServiceSpec) => boolean, keys: readonly (keyof ServiceSpec)[]): void => {
    if (!isNeeded(old) || isNeeded(spec)) return;
    if (keys.every((key) => isSame(spec[key], old[key]))) for (const key of keys) Reflect.deleteProperty(spec, key);
  };
  dropUnless(needsClusterIP, ['clusterIP', 'clusterIPs']);
  dropUnless(needsClusterIP, ['ipFamilies']);
  dropUnless(needsClusterIP, ['ipFamilyPolicy']);
  if (needsNodePort(old) && !needsNodePort(spec) && hasNoNewNodePort(spec, old)) {
    for (const port of spec.ports ?? []) delete port.nodePort;
  }
  dropUnless(needsHealthCheck, ['healthCheckNodePort']);
  dropUnless(isLoadBalancer, ['allocateLoadBalancerNodePorts']);
  dropUnless(isLoadBalancer, ['loadBalancerClass']);
  dropUnless(isExposed, ['externalTrafficPolicy']);
}

function isLoadBalancer({ type }: ServiceSpec): boolean {
  return type === 'LoadBalancer';
}

/** Ports may come, go and change in the same write. */
function hasNoNewNodePort({ ports = [] }: ServiceSpec, { ports: before = [] }: ServiceSpec): boolean {
  const known = new Set([0, ...before.map(({ nodePort = 0 }) => nodePort)]);
  return ports.every(({ nodePort = 0 }) => known.has(nodePort));
}
