/**
 * Validates the spec of a pod, in the order of findings that clients know.
 */
import { dns1123Label, dns1123Subdomain, qualifiedName, validateLabels } from '@keelson/meta';
import type { Report, StringFormat } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { reportUnlistedText } from '../../rules/report-unlisted.ts';
import { validateAffinity } from './affinity.rules.ts';
import { validateHostNetworkPorts } from './container-port.rules.ts';
import { validateContainers, validateEphemeralContainers, validateInitContainers } from './container.rules.ts';
import { validateDnsConfig, validateHostAliases } from './pod-dns.rules.ts';
import { validateHostProcess } from './host-process.rules.ts';
import { validatePodOs } from './pod-os.rules.ts';
import type { PodSpec } from './pod-spec.ts';
import { validateResourceRequirements } from './resource-requirements.rules.ts';
import { validatePodProfiles, validatePodSecurityContext } from './security-context.rules.ts';
import { validateTolerations } from './toleration.rules.ts';
import { validateTopologySpread } from './topology-spread-constraint.rules.ts';
import { validateVolumes } from './volume.rules.ts';

const restartPolicies = ['Always', 'OnFailure', 'Never'];
const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

/** `podName` is empty for a pod template. */
export function validatePodSpec(spec: PodSpec, podName: string, report: Report): void {
  const { initContainers = [], ephemeralContainers = [] } = spec;
  const containers = spec.containers ?? [];
  const volumes = validateVolumes(spec.volumes, podName, report);
  validateContainers(spec.containers, volumes, report);
  validateInitContainers(initContainers, containers, volumes, report);
  validateEphemeralContainers(ephemeralContainers, [...containers, ...initContainers], volumes, report);
  reportUnlistedText(report, 'restartPolicy', spec.restartPolicy, restartPolicies);
  reportUnlistedText(report, 'dnsPolicy', spec.dnsPolicy, dnsPolicies);
  validateLabels(spec.nodeSelector, 'nodeSelector', report);
  validateSecurity(spec, report);
  const { affinity } = spec;
  if (affinity !== undefined) report.within('affinity', () => validateAffinity(affinity, report));
  validateDnsConfig(spec.dnsConfig, spec.dnsPolicy === 'None', report);
  eachItem(report, 'readinessGates', spec.readinessGates, ({ conditionType }) => {
    reportFormat(report, 'conditionType', conditionType, qualifiedName);
  });
  validateTopologySpread(spec.topologySpreadConstraints, report);
  validateHostProcess(spec, report);
  validateNames(spec, report);
  validateSettings(spec, report);
  validatePodOs(spec, report);
}

function validateSecurity(spec: PodSpec, report: Report): void {
  const { securityContext, hostNetwork, hostPID, shareProcessNamespace } = spec;
  if (securityContext === undefined) return;
  if (hostNetwork === true) validateHostNetworkPorts(spec.containers ?? [], 'containers', report);
  report.within('securityContext', () => {
    validatePodSecurityContext(securityContext, report);
    if (hostPID === true && shareProcessNamespace === true) {
      const detail = 'ShareProcessNamespace and HostPID cannot both be enabled';
      report.invalid('shareProcessNamespace', shareProcessNamespace, detail);
    }
    validatePodProfiles(securityContext, report);
  });
}

const maxDeadlineSeconds = 2 ** 31 - 1;

function validateNames(spec: PodSpec, report: Report): void {
  reportGiven(spec.serviceAccountName, 'serviceAccountName', dns1123Subdomain, report);
  reportGiven(spec.nodeName, 'nodeName', dns1123Subdomain, report);
  const { activeDeadlineSeconds: deadline } = spec;
  if (deadline !== undefined && (deadline < 1 || deadline > maxDeadlineSeconds)) {
    report.invalid('activeDeadlineSeconds', deadline, `must be between 1 and ${maxDeadlineSeconds}, inclusive`);
  }
  reportGiven(spec.hostname, 'hostname', dns1123Label, report);
  reportGiven(spec.subdomain, 'subdomain', dns1123Label, report);
}

const preemptionPolicies = ['PreemptLowerPriority', 'Never'];

function validateSettings(spec: PodSpec, report: Report): void {
  validateTolerations(spec.tolerations, 'tolerations', report);
  validateHostAliases(spec.hostAliases, report);
  reportGiven(spec.priorityClassName, 'priorityClassName', dns1123Subdomain, report);
  const { runtimeClassName, preemptionPolicy, overhead } = spec;
  if (runtimeClassName !== undefined) reportFormat(report, 'runtimeClassName', runtimeClassName, dns1123Subdomain);
  if (preemptionPolicy === '') report.required('preemptionPolicy');
  else if (preemptionPolicy !== undefined && !preemptionPolicies.includes(preemptionPolicy)) {
    report.notSupported('preemptionPolicy', preemptionPolicy, preemptionPolicies);
  }
  if (overhead !== undefined) {
    // Clients know the overhead as the limits of a container.
    report.within('overhead', () => validateResourceRequirements({ limits: overhead }, report));
  }
}

function reportGiven(text: string | undefined, path: string, format: StringFormat, report: Report): void {
  if (text !== undefined && text !== '') reportFormat(report, path, text, format);
}
