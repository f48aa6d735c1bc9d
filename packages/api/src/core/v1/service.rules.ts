/** Prepares and validates writes of services. Addresses and node ports are allocated elsewhere. */
import { dns1123Subdomain, validateLabels } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { isGateOn } from '../../feature-gates/is-gate-on.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { loadBalancerRules, validateLoadBalancer } from './load-balancer-status.rules.ts';
import { validateAddresses, validateAddressesKept, validateExternalIPs } from './service-addresses.rules.ts';
import { validateServicePorts } from './service-port.rules.ts';
import type { ServiceSpec } from './service-spec.ts';
import { dropUnusedFields, keepAllocated, pairClusterIPs } from './service-transition.ts';
import {
  validateLoadBalancerClass,
  validateLoadBalancerClassKept,
  validateSourceRanges,
  validateTraffic,
} from './service-traffic.rules.ts';
import { isHeadless } from './service-type.ts';
import { type Service, ServiceStatus } from './service.ts';

export const serviceRules = [
  'ports lists at least one port, unless the service is headless or of type ExternalName.',
  'Ports are 1 to 65535, but not 10250 of a load balancer; no port is there twice for a protocol, and no node port.',
  'If there are several ports, each has a name of its own, a DNS label.',
  'externalName is required for type ExternalName, and a DNS subdomain that may end in a dot; it has no cluster IPs.',
  'Cluster IPs and families are one or two, of different families, and belong together; they stay but for the second.',
  'External IPs are addresses of one host; source ranges are networks, and for load balancers alone.',
  'Settings of the session affinity are there for ClientIP alone, with 1 to 86400 seconds.',
  'Traffic policies, the class of a load balancer and its node ports are for the types that use them.',
  ...loadBalancerRules,
];

const forStatus = statusHooks(ServiceStatus);

export const serviceHooks: ResourceHooks<Service> = {
  ...forStatus,
  prepareForCreate(object) {
    forStatus.prepareForCreate(object);
    pairClusterIPs(object.spec, undefined);
  },
  prepareForUpdate(object, old) {
    forStatus.prepareForUpdate(object, old);
    keepAllocated(object.spec, old.spec);
    pairClusterIPs(object.spec, old.spec);
    dropUnusedFields(object.spec, old.spec);
  },
  validateCreate: validateService,
  validateUpdate(object, old, report) {
    report.within('spec', () => {
      validateAddressesKept(object.spec, old.spec, report);
      validateLoadBalancerClassKept(object.spec, old.spec, report);
    });
    validateService(object, report);
  },
  validateStatusUpdate: ({ status }, _old, report) =>
    validateLoadBalancer(status.loadBalancer, 'status.loadBalancer', report),
};

function validateService(service: Service, report: Report): void {
  const { metadata, spec } = service;
  report.within('spec', () => {
    if ((spec.ports ?? []).length === 0 && !isHeadless(spec) && spec.type !== 'ExternalName') report.required('ports');
    validateByType(spec, report);
    validateServicePorts(spec.ports ?? [], report);
    validateLabels(spec.selector, 'selector', report);
    validateAffinity(spec, report);
    validateAddresses(spec, report);
    validateExternalIPs(spec.externalIPs ?? [], report);
    validateType(spec, report);
    validateMixedProtocols(spec, report);
  });
  validateSourceRanges(metadata.annotations ?? {}, spec, report);
  validateNodePortAllocation(spec, report);
  report.within('spec', () => {
    validateLoadBalancerClass(spec, report);
    validateTraffic(spec, report);
  });
}

/** Clouds open what a load balancer exposes to everybody, and a kubelet obeys whoever reaches it. */
const kubeletPort = 10_250;

function validateByType(spec: ServiceSpec, report: Report): void {
  const { type = '', ports = [] } = spec;
  if (type === 'LoadBalancer') {
    ports.forEach(({ port }, index) => {
      if (port !== kubeletPort) return;
      const detail = `may not expose port ${kubeletPort} externally since it is used by kubelet`;
      report.invalid(`ports[${index}]`, port, detail);
    });
  }
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(spec)) {
    report.invalid('clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`);
  }
  if (type === 'ExternalName') validateExternalName(spec, report);
}

function validateExternalName(spec: ServiceSpec, report: Report): void {
  const isForbidden = 'may not be set for ExternalName services';
  if ((spec.clusterIPs ?? []).length > 0) report.forbidden('clusterIPs', isForbidden);
  if ((spec.ipFamilies ?? []).length > 0) report.forbidden('ipFamilies', isForbidden);
  if (spec.ipFamilyPolicy !== undefined) report.forbidden('ipFamilyPolicy', isForbidden);
  const { externalName: name = '' } = spec;
  const host = name.endsWith('.') ? name.slice(0, -1) : name;
  if (host === '') report.required('externalName');
  else reportFormat(report, 'externalName', host, dns1123Subdomain);
}

const affinities = ['ClientIP', 'None'];
const maxAffinitySeconds = 86_400;

function validateAffinity(
  { sessionAffinity: affinity = '', sessionAffinityConfig }: ServiceSpec,
  report: Report,
): void {
  if (affinity === '') report.required('sessionAffinity');
  else if (!affinities.includes(affinity)) report.notSupported('sessionAffinity', affinity, affinities);
  const path = 'sessionAffinityConfig';
  if (affinity === 'None' && sessionAffinityConfig !== undefined) {
    report.forbidden(path, 'must not be set when session affinity is None');
  }
  if (affinity === 'ClientIP') report.within(path, () => validateClientAffinity(sessionAffinityConfig, report));
}

function validateClientAffinity(config: ServiceSpec['sessionAffinityConfig'], report: Report): void {
  const isNeeded = 'when session affinity type is ClientIP';
  const seconds = config?.clientIP?.timeoutSeconds;
  if (config === undefined) report.required('', isNeeded);
  else if (config.clientIP === undefined) report.required('clientIP', isNeeded);
  else if (seconds === undefined) report.required('clientIP.timeoutSeconds', isNeeded);
  else if (seconds <= 0 || seconds > maxAffinitySeconds) {
    const detail = `must be greater than 0 and less than ${maxAffinitySeconds}`;
    report.invalid('clientIP.timeoutSeconds', seconds, detail);
  }
}

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

/** Load balancers that serve several protocols are behind a gate. */
function validateMixedProtocols({ type, ports = [] }: ServiceSpec, report: Report): void {
  if (type !== 'LoadBalancer' || isGateOn(report, 'MixedProtocolLBService')) return;
  const protocols = new Set(ports.map(({ protocol }) => protocol));
  if (protocols.size > 1) report.invalid('ports', ports, 'cannot create an external load balancer with mix protocols');
}

function validateType({ type = '', ports = [] }: ServiceSpec, report: Report): void {
  if (type === '') report.required('type');
  else if (!types.includes(type)) report.notSupported('type', type, types);
  const nodePorts = new Set<string>();
  const numbers = new Set<string>();
  if (type === 'ClusterIP') {
    ports.forEach(({ nodePort = 0 }, index) => {
      if (nodePort === 0) return;
      report.forbidden(`ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'");
    });
  }
  ports.forEach(({ nodePort = 0, protocol }, index) => {
    if (nodePort === 0) return;
    const key = `${protocol}:${nodePort}`;
    if (nodePorts.has(key)) report.duplicate(`ports[${index}].nodePort`, nodePort);
    nodePorts.add(key);
  });
  ports.forEach(({ port, protocol }, index) => {
    const key = `${protocol}:${port}`;
    if (numbers.has(key)) report.duplicate(`ports[${index}]`, { protocol, port });
    numbers.add(key);
  });
}

/** Clients know the second path without `spec`. */
function validateNodePortAllocation(
  { type, allocateLoadBalancerNodePorts: allocates }: ServiceSpec,
  report: Report,
): void {
  const key = 'allocateLoadBalancerNodePorts';
  if (type === 'LoadBalancer') {
    if (allocates === undefined) report.required(key);
  } else if (allocates !== undefined) {
    report.forbidden(`spec.${key}`, "may only be used when `type` is 'LoadBalancer'");
  }
}
