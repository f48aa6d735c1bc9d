/** Validates updates of a pod's status. */
import { dns1123Subdomain, ipAddress, ipv6Address, qualifiedName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import type { ContainerStatus } from './container-status.ts';
import { validateAnnotationChanges } from './pod-annotation-changes.rules.ts';
import type { PodCondition, PodIP } from './pod-status.ts';
import type { Pod } from './pod.ts';

export function validatePodStatusUpdate(pod: Pod, old: Pod, report: Report): void {
  const { status } = pod;
  validateAnnotationChanges(pod, old, report);
  report.within('metadata', () => validateConditions(status.conditions ?? [], report));
  report.within('status', () => {
    const { nominatedNodeName = '' } = status;
    if (nominatedNodeName !== '' && nominatedNodeName !== (old.status.nominatedNodeName ?? '')) {
      reportFormat(report, 'nominatedNodeName', nominatedNodeName, dns1123Subdomain);
    }
    const restarts = old.spec.restartPolicy ?? '';
    for (const list of statusLists) {
      // Nothing restarts a container for debugging.
      const isDebugging = list === 'ephemeralContainerStatuses';
      const rule = { path: list, restarts: isDebugging ? 'Never' : restarts };
      validateTransitions(status[list] ?? [], old.status[list] ?? [], rule, report);
    }
    validatePodIps(status.podIPs ?? [], report);
  });
}

const statusLists = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;

/** Condition types of the system, exempt from the rules for names. */
const systemConditions: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized']);

function validateConditions(conditions: readonly PodCondition[], report: Report): void {
  conditions.forEach(({ type }, index) => {
    if (!systemConditions.has(type)) reportFormat(report, `conditions[${index}].Type`, type, qualifiedName);
  });
}

interface Restarting {
  readonly path: string;
  readonly restarts: string;
}

/** A container that is not to be restarted stays ended. */
function validateTransitions(
  now: readonly ContainerStatus[],
  before: readonly ContainerStatus[],
  { path, restarts }: Restarting,
  report: Report,
): void {
  if (restarts === 'Always') return;
  // Clients know the index of the container in the old status.
  before.forEach(({ name, state: { terminated } }, index) => {
    if (terminated === undefined || (terminated.exitCode !== 0 && restarts === 'OnFailure')) return;
    for (const status of now) {
      if (status.name !== name || status.state.terminated !== undefined) continue;
      report.forbidden(`${path}[${index}].state`, 'may not be transitioned to non-terminated state');
    }
  });
}

/** At most one address of each version of IP. */
function validatePodIps(podIps: readonly PodIP[], report: Report): void {
  podIps.forEach(({ ip = '' }, index) => reportFormat(report, `podIPs[${index}]`, ip, ipAddress));
  if (podIps.length < 2) return;
  const areAddresses = podIps.every(({ ip = '' }) => ipAddress.check(ip).length === 0);
  if (!areAddresses) report.internal('podIPs', 'failed to check for dual stack with error:ip <nil> is invalid');
  const versions = new Set(podIps.map(({ ip = '' }) => ipv6Address.check(ip).length === 0));
  if (!areAddresses || versions.size < 2 || podIps.length > 2) {
    report.invalid('podIPs', podIps, 'may specify no more than one IP for each IP family');
  }
  const seen = new Set<string>();
  podIps.forEach(({ ip = '' }, index) => {
    if (seen.has(ip)) report.duplicate(`podIPs[${index}]`, { ip });
    seen.add(ip);
  });
}
