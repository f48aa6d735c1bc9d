/** Forbids fields that the pod's operating system does not support. */
import type { Report } from '@keelson/schema';

import type { Container } from './container.ts';
import type { PodSpec } from './pod-spec.ts';

interface Ban {
  readonly pod: readonly string[];
  readonly podSecurity: readonly string[];
  readonly containerSecurity: readonly string[];
  readonly detail: string;
}

const onLinux: Ban = {
  pod: [],
  podSecurity: ['windowsOptions'],
  containerSecurity: ['windowsOptions'],
  detail: 'windows options cannot be set for a linux pod',
};

const userFields = ['runAsUser', 'runAsGroup'];

const onWindows: Ban = {
  pod: ['hostPID', 'hostIPC', 'shareProcessNamespace'],
  podSecurity: [
    'seLinuxOptions',
    'seccompProfile',
    'fsGroup',
    'fsGroupChangePolicy',
    'sysctls',
    ...userFields,
    'supplementalGroups',
  ],
  containerSecurity: [
    'seLinuxOptions',
    'seccompProfile',
    'capabilities',
    'readOnlyRootFilesystem',
    'privileged',
    'allowPrivilegeEscalation',
    'procMount',
    ...userFields,
  ],
  detail: 'cannot be set for a windows pod',
};

const bans: ReadonlyMap<string, Ban> = new Map([
  ['linux', onLinux],
  ['windows', onWindows],
]);

export function validatePodOs(spec: PodSpec, report: Report): void {
  const name = spec.os?.name;
  if (name === undefined) return;
  const ban = bans.get(name);
  if (name === '') report.required('os.name', 'cannot be empty');
  else if (ban === undefined) report.notSupported('os', name, [...bans.keys()]);
  else forbidAll(spec, ban, report);
}

function forbidAll(spec: PodSpec, ban: Ban, report: Report): void {
  const { detail } = ban;
  forbid(spec, ban.pod, (key) => report.forbidden(key, detail));
  forbid(spec.securityContext, ban.podSecurity, (key) => report.forbidden(`securityContext.${key}`, detail));
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    const containers: readonly Pick<Container, 'securityContext'>[] = spec[list] ?? [];
    containers.forEach(({ securityContext }, index) => {
      const path = `${list}[${index}].securityContext`;
      forbid(securityContext, ban.containerSecurity, (key) => report.forbidden(`${path}.${key}`, detail));
    });
  }
}

/** An unset boolean of the pod itself cannot be told from false. */
function forbid(object: object | undefined, keys: readonly string[], found: (key: string) => void): void {
  if (object === undefined) return;
  for (const key of keys) if ((object as Record<string, unknown>)[key] !== undefined) found(key);
}
