/** Forbids fields that the pod's operating system does not support. */
import type { Report } from '@keelson/schema';

import type { Container } from './container.ts';
import type { PodSpec } from './pod-spec.ts';

interface Ban {
  /** Fields of the spec and of its security context, in the order in which clients know them. */
  readonly pod: readonly string[];
  readonly containerSecurity: readonly string[];
  readonly detail: string;
}

const onLinux: Ban = {
  pod: ['securityContext.windowsOptions'],
  containerSecurity: ['windowsOptions'],
  detail: 'windows options cannot be set for a linux pod',
};

const onWindows: Ban = {
  pod: [
    'securityContext.seLinuxOptions',
    'hostPID',
    'hostIPC',
    'securityContext.seccompProfile',
    'securityContext.fsGroup',
    'securityContext.fsGroupChangePolicy',
    'securityContext.sysctls',
    'shareProcessNamespace',
    'securityContext.runAsUser',
    'securityContext.runAsGroup',
    'securityContext.supplementalGroups',
  ],
  containerSecurity: [
    'seLinuxOptions',
    'seccompProfile',
    'capabilities',
    'readOnlyRootFilesystem',
    'privileged',
    'allowPrivilegeEscalation',
    'procMount',
    'runAsUser',
    'runAsGroup',
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
  for (const path of ban.pod) if (isUsed(spec, path)) report.forbidden(path, detail);
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    const containers: readonly Pick<Container, 'securityContext'>[] = spec[list] ?? [];
    containers.forEach(({ securityContext }, index) => {
      const path = `${list}[${index}].securityContext`;
      for (const key of ban.containerSecurity) {
        if (isUsed(securityContext, key)) report.forbidden(`${path}.${key}`, detail);
      }
    });
  }
}

/** Decoding leaves out `hostPID` and `hostIPC` that are false. */
function isUsed(object: object | undefined, path: string): boolean {
  const [key = '', ...rest] = path.split('.');
  const value = (object as Record<string, unknown> | undefined)?.[key];
  if (rest.length > 0) return isUsed(value as object | undefined, rest.join('.'));
  if (key === 'sysctls') return Array.isArray(value) && value.length > 0;
  return value !== undefined;
}
