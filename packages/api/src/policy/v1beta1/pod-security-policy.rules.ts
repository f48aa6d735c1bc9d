/** Validates pod security policies. Whether a pod obeys one is nobody's business here. */
import { stringsValue, type Report, type ResourceHooks } from '@keelson/schema';

import { validateCsiDriverName } from '../../core/v1/driver-volume.rules.ts';
import { hasBacksteps, validateDescendingPath } from '../../core/v1/local-path.rules.ts';
import { eachItem } from '../../rules/each-item.ts';
import type { PodSecurityPolicy, PodSecurityPolicySpec } from './pod-security-policy.ts';
import {
  validateGroupsStrategy,
  validateGroupStrategy,
  validateLabelStrategy,
  validateRuntimeClasses,
  validateUserStrategy,
} from './security-strategies.rules.ts';
import { validateSysctlOverlap, validateSysctlPatterns } from './sysctl-patterns.rules.ts';

export const podSecurityPolicyRules = [
  'Strategies have a known rule; ranges of ids begin at 0 or above and end after their start.',
  'A capability that is dropped is neither allowed nor added, and none is where all are allowed.',
  'Volumes, proc mounts, host paths, drivers and runtime classes are well formed; no runtime class is listed twice.',
  'defaultAllowPrivilegeEscalation is true only with allowPrivilegeEscalation.',
  'Sysctls are names or prefixes with a *, and none is allowed and forbidden.',
  'Annotations on AppArmor and seccomp name profiles.',
];

export const podSecurityPolicyHooks: ResourceHooks<PodSecurityPolicy> = {
  validateCreate: validatePolicy,
  validateUpdate: (policy, _old, report) => validatePolicy(policy, report),
};

function validatePolicy({ metadata, spec }: PodSecurityPolicy, report: Report): void {
  validateProfileAnnotations(metadata.annotations ?? {}, report);
  report.within('spec', () => {
    validateUserStrategy(spec.runAsUser, report);
    validateGroupStrategy(spec.runAsGroup, report);
    validateLabelStrategy(spec.seLinux, report);
    validateGroupsStrategy(spec.supplementalGroups, 'supplementalGroups', report);
    validateGroupsStrategy(spec.fsGroup, 'fsGroup', report);
    validateVolumeTypes(spec, report);
  });
  // Clients know these paths without `spec`.
  validateCapabilities(spec, report);
  report.within('spec', () => validateLimits(spec, report));
}

/** Sorted, as messages list them. */
const volumeTypes = [
  '*',
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cephFS',
  'cinder',
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'fc',
  'flexVolume',
  'flocker',
  'gcePersistentDisk',
  'gitRepo',
  'glusterfs',
  'hostPath',
  'iscsi',
  'nfs',
  'persistentVolumeClaim',
  'photonPersistentDisk',
  'portworxVolume',
  'projected',
  'quobyte',
  'rbd',
  'scaleIO',
  'secret',
  'storageos',
  'vsphereVolume',
];
const knownVolumeTypes: ReadonlySet<string> = new Set(volumeTypes);

function validateVolumeTypes({ volumes = [] }: PodSecurityPolicySpec, report: Report): void {
  for (const type of volumes) {
    if (report.isFull) return;
    if (!knownVolumeTypes.has(type)) report.notSupported('volumes', type, volumeTypes);
  }
}

const allCapabilities = '*';

function validateCapabilities(spec: PodSecurityPolicySpec, report: Report): void {
  const { requiredDropCapabilities: dropped = [] } = spec;
  if (dropped.length > 0 && (spec.allowedCapabilities ?? []).includes(allCapabilities)) {
    const detail = 'must be empty when all capabilities are allowed by a wildcard';
    report.invalid('requiredDropCapabilities', stringsValue(dropped, 'core.Capability'), detail);
  }
  const drops = new Set(dropped);
  for (const key of ['defaultAddCapabilities', 'allowedCapabilities'] as const) {
    for (const capability of spec[key] ?? []) {
      if (!drops.has(capability)) continue;
      report.invalid(key, capability, `capability is listed in ${key} and requiredDropCapabilities`);
    }
  }
}

const procMounts = ['Default', 'Unmasked'];

function validateLimits(spec: PodSecurityPolicySpec, report: Report): void {
  if (spec.defaultAllowPrivilegeEscalation === true && spec.allowPrivilegeEscalation !== true) {
    const detail =
      'Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true';
    report.invalid('defaultAllowPrivilegeEscalation', true, detail);
  }
  spec.allowedProcMountTypes?.forEach((type, index) => {
    if (!procMounts.includes(type)) report.notSupported(`allowedProcMountTypes[${index}]`, type, procMounts);
  });
  validateHostPaths(spec, report);
  // Clients know these two paths.
  eachItem(report, 'allowedFlexVolumes.allowedFlexVolumes', spec.allowedFlexVolumes, ({ driver }) => {
    if (driver === '') report.required('driver', 'must specify a driver');
  });
  eachItem(report, 'allowedCSIDrivers.allowedCSIDriver', spec.allowedCSIDrivers, ({ name }) => {
    validateCsiDriverName(name, 'name', report);
  });
  validateSysctlPatterns(spec.allowedUnsafeSysctls, 'allowedUnsafeSysctls', report);
  validateSysctlPatterns(spec.forbiddenSysctls, 'forbiddenSysctls', report);
  validateSysctlOverlap(spec.allowedUnsafeSysctls, spec.forbiddenSysctls, report);
  report.within('runtimeClass', () => validateRuntimeClasses(spec.runtimeClass, report));
}

function validateHostPaths({ allowedHostPaths = [] }: PodSecurityPolicySpec, report: Report): void {
  for (const [index, { pathPrefix = '' }] of allowedHostPaths.entries()) {
    const path = `allowedHostPaths[${index}]`;
    if (pathPrefix === '') {
      report.required(path, 'is required');
      return;
    }
    if (hasBacksteps(pathPrefix)) report.invalid(path, pathPrefix, "must not contain '..'");
  }
}

const appArmor = 'apparmor.security.beta.kubernetes.io';
const seccomp = 'seccomp.security.alpha.kubernetes.io';

function validateProfileAnnotations(annotations: Readonly<Record<string, string>>, report: Report): void {
  const each = (key: string, separator: string | undefined, check: (profile: string, path: string) => void): void => {
    const value = Object.hasOwn(annotations, key) ? (annotations[key] ?? '') : '';
    if (value === '') return;
    const profiles = separator === undefined ? [value] : value.split(separator);
    for (const profile of profiles) check(profile, `metadata.annotations[${key}]`);
  };
  for (const [key, separator] of profileKeys) {
    each(`${appArmor}/${key}`, separator, (profile, path) => {
      if (isAppArmorProfile(profile)) return;
      const value = annotations[`${appArmor}/${key}`];
      report.invalid(path, value, `invalid AppArmor profile name: ${JSON.stringify(profile)}`);
    });
  }
  for (const [key, separator] of profileKeys) {
    each(`${seccomp}/${key}`, separator, (profile, path) => {
      if (separator === undefined || profile !== anyProfile) validateSeccompProfile(profile, path, report);
    });
  }
}

const profileKeys = [
  ['defaultProfileName', undefined],
  ['allowedProfileNames', ','],
] as const;
const anyProfile = '*';

function isAppArmorProfile(profile: string): boolean {
  return ['', 'runtime/default', 'unconfined'].includes(profile) || profile.startsWith('localhost/');
}

function validateSeccompProfile(profile: string, path: string, report: Report): void {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return;
  if (profile.startsWith('localhost/')) validateDescendingPath(profile.slice('localhost/'.length), path, report);
  else report.invalid(path, profile, 'must be a valid seccomp profile');
}
