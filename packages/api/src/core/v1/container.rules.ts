/** Rules for containers. */
import { dns1123Label } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import { reportUnlistedText } from '../../rules/report-unlisted.ts';
import { validateHostPorts, validatePorts } from './container-port.rules.ts';
import type { Container } from './container.ts';
import { validateEnv, validateEnvFrom } from './env-var.rules.ts';
import type { EphemeralContainer } from './ephemeral-container.ts';
import { validateLifecycle, validateProbe, validateStartingProbes } from './probe.rules.ts';
import { validateResourceRequirements } from './resource-requirements.rules.ts';
import { validateSecurityContext } from './security-context.rules.ts';
import { validateVolumeDevices, validateVolumeMounts, type VolumesByName } from './volume-mount.rules.ts';

/** Reports under `containers`. */
export function validateContainers(
  containers: readonly Container[] | null,
  volumes: VolumesByName,
  report: Report,
): void {
  if (containers === null || containers.length === 0) {
    report.required('containers');
    return;
  }
  validateEach(containers, 'containers', volumes, report);
  validateHostPorts(containers, 'containers', report);
}

/** Reports under `initContainers`. They run one by one, so that they may share ports of the node. */
export function validateInitContainers(
  containers: readonly Container[],
  others: readonly Container[],
  volumes: VolumesByName,
  report: Report,
): void {
  validateEach(containers, 'initContainers', volumes, report);
  for (const container of containers) validateHostPorts([container], 'initContainers', report);
  const names = new Set(others.map(({ name }) => name));
  containers.forEach((container, index) => {
    report.within(`initContainers[${index}]`, () => {
      if (names.has(container.name)) report.duplicate('name', container.name);
      if (container.name !== '') names.add(container.name);
      for (const key of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
        const value = container[key];
        if (value !== undefined) report.invalid(key, value, 'must not be set for init containers');
      }
    });
  });
}

function validateEach(containers: readonly Container[], path: string, volumes: VolumesByName, report: Report): void {
  const names = new Set<string>();
  containers.forEach((container, index) => {
    const { name } = container;
    report.within(`${path}[${index}]`, () => {
      validateName(name, report);
      if (names.has(name)) report.duplicate('name', name);
      names.add(name);
      validateContainer(container, volumes, report);
    });
  });
}

function validateName(name: string, report: Report): void {
  if (name === '') report.required('name');
  else reportFormat(report, 'name', name, dns1123Label);
}

function validateContainer(container: Container, volumes: VolumesByName, report: Report): void {
  if ((container.image ?? '') === '') report.required('image');
  validateLifecycle(container.lifecycle, report);
  validateStartingProbes(container, report);
  validateMessagePolicy(container.terminationMessagePolicy ?? '', report);
  validateProbe(container.readinessProbe, 'readinessProbe', report);
  validatePorts(container.ports, report);
  validateEnv(container.env, report);
  validateEnvFrom(container.envFrom, report);
  validateVolumeMounts(container, volumes, report);
  validateVolumeDevices(container, volumes, report);
  reportUnlistedText(report, 'imagePullPolicy', container.imagePullPolicy, pullPolicies);
  report.within('resources', () => validateResourceRequirements(container.resources, report));
  const { securityContext } = container;
  if (securityContext !== undefined) {
    report.within('securityContext', () => validateSecurityContext(securityContext, report));
  }
}

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];
const messagePolicies = "must be 'File' or 'FallbackToLogsOnError'";

function validateMessagePolicy(policy: string, report: Report): void {
  if (policy === '') report.required('terminationMessagePolicy', messagePolicies);
  else if (policy !== 'File' && policy !== 'FallbackToLogsOnError') {
    report.invalid('terminationMessagePolicy', policy, messagePolicies);
  }
}

/** Ephemeral containers are for debugging: nothing restarts them and nothing waits for them. */
const probesOrLifecycle = ['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'] as const;
const isBanned = 'cannot be set for an Ephemeral Container';

/** Reports under `ephemeralContainers`. */
export function validateEphemeralContainers(
  containers: readonly EphemeralContainer[],
  others: readonly Container[],
  volumes: VolumesByName,
  report: Report,
): void {
  const names = new Set(others.map(({ name }) => name));
  containers.forEach((container, index) => {
    const { name, targetContainerName = '' } = container;
    report.within(`ephemeralContainers[${index}]`, () => {
      if (targetContainerName !== '' && !names.has(targetContainerName)) {
        report.notFound('targetContainerName', targetContainerName);
      }
      if (name === '') {
        report.required('', 'ephemeralContainer requires a name');
        return;
      }
      // Clients know such a container as the only item of a list of its own.
      report.within('[0]', () => {
        validateName(name, report);
        validateContainer(container, volumes, report);
      });
      validateHostPorts([container], '', report);
      report.within('[0]', () => validateTrimmedImage(container, report));
      if (names.has(name)) report.duplicate('name', name);
      names.add(name);
      forbidForEphemeral(container, report);
    });
  });
}

function forbidForEphemeral(container: EphemeralContainer, report: Report): void {
  const { ports, resources, volumeMounts = [] } = container;
  if (ports !== undefined) report.forbidden('ports', isBanned);
  if (Object.keys(resources).length > 0) report.forbidden('resources', isBanned);
  for (const key of probesOrLifecycle) if (container[key] !== undefined) report.forbidden(key, isBanned);
  volumeMounts.forEach(({ subPath = '', subPathExpr = '' }, index) => {
    if (subPath !== '') report.forbidden(`volumeMounts[${index}].subPath`, isBanned);
    if (subPathExpr !== '') report.forbidden(`volumeMounts[${index}].subPathExpr`, isBanned);
  });
}

/** Only for pods: the image of a pod template may be blank and be filled in later. */
export function validateTrimmedImage({ image = '' }: { readonly image?: string }, report: Report): void {
  if (image !== image.trim()) report.invalid('image', image, 'must not have leading or trailing whitespace');
}
