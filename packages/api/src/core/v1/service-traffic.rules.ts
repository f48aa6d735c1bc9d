/** Rules for how traffic from outside and inside reaches a service. Paths are relative to the spec. */
import { parseNetwork, qualifiedName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import type { ServiceSpec } from './service-spec.ts';
import { isExposed, needsHealthCheck } from './service-type.ts';

const onlyForLoadBalancers = "may only be used when `type` is 'LoadBalancer'";
const rangesAnnotation = 'service.beta.kubernetes.io/load-balancer-source-ranges';

/** The annotation counts where the field is empty. Paths are those of the object. */
export function validateSourceRanges(
  annotations: Readonly<Record<string, string>>,
  { type, loadBalancerSourceRanges: given = [] }: ServiceSpec,
  report: Report,
): void {
  const annotation = Object.hasOwn(annotations, rangesAnnotation) ? annotations[rangesAnnotation] : undefined;
  if (given.length === 0 && annotation === undefined) return;
  const hasField = given.length > 0;
  const path = hasField ? 'spec.LoadBalancerSourceRanges' : `metadata.annotations[${rangesAnnotation}]`;
  if (type !== 'LoadBalancer') report.forbidden(path, onlyForLoadBalancers);
  const text = (annotation ?? '').trim();
  const ranges = hasField ? given : text === '' ? [] : text.split(',');
  if (ranges.every((range) => parseNetwork(range.trim()) !== undefined)) return;
  const detail = 'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ';
  report.invalid(path, hasField ? `[${given.join(' ')}]` : annotation, detail);
}

export function validateLoadBalancerClass({ type, loadBalancerClass: name }: ServiceSpec, report: Report): void {
  if (name === undefined) return;
  if (type === 'LoadBalancer') reportFormat(report, 'loadBalancerClass', name, qualifiedName);
  else report.forbidden('loadBalancerClass', onlyForLoadBalancers);
}

/** Checks the name as well: clients count its faults twice in an update. */
export function validateLoadBalancerClassKept(spec: ServiceSpec, old: ServiceSpec, report: Report): void {
  const { loadBalancerClass: name } = spec;
  const isLoadBalancer = spec.type === 'LoadBalancer' && old.type === 'LoadBalancer';
  if (isLoadBalancer && name !== old.loadBalancerClass) {
    report.invalid('loadBalancerClass', name ?? null, 'may not change once set');
  }
  validateLoadBalancerClass(spec, report);
}

const policies = ['Cluster', 'Local'];

export function validateTraffic(spec: ServiceSpec, report: Report): void {
  const { externalTrafficPolicy: external = '', internalTrafficPolicy: internal, healthCheckNodePort = 0 } = spec;
  if (external !== '' && !policies.includes(external)) {
    const detail = 'ExternalTrafficPolicy must be empty, Cluster or Local';
    report.invalid('externalTrafficPolicy', external, detail);
  }
  if (healthCheckNodePort < 0) {
    report.invalid('healthCheckNodePort', healthCheckNodePort, 'HealthCheckNodePort must be not less than 0');
  }
  if (internal !== undefined && !policies.includes(internal)) {
    report.notSupported('internalTrafficPolicy', internal, policies);
  }
  // Checked when addresses are allocated, so only if there is nothing else.
  if (report.issues.length === 0) validateCombination(spec, report);
}

function validateCombination(spec: ServiceSpec, report: Report): void {
  const { externalTrafficPolicy: external = '', healthCheckNodePort = 0 } = spec;
  if (!isExposed(spec) && external !== '') {
    const detail = 'ExternalTrafficPolicy can only be set on NodePort and LoadBalancer service';
    report.invalid('externalTrafficPolicy', external, detail);
  }
  if (!needsHealthCheck(spec) && healthCheckNodePort !== 0) {
    const detail = 'HealthCheckNodePort can only be set on LoadBalancer service with ExternalTrafficPolicy=Local';
    report.invalid('healthCheckNodePort', healthCheckNodePort, detail);
  }
}
