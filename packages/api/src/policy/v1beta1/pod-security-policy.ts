/** PodSecurityPolicy: security limits pods must meet to be admitted; deprecated. */
import {
  bool,
  field,
  kind,
  list,
  listed,
  message,
  optional,
  required,
  string,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import {
  AllowedCSIDriver,
  AllowedFlexVolume,
  AllowedHostPath,
  FSGroupStrategyOptions,
  HostPortRange,
  RunAsGroupStrategyOptions,
  RunAsUserStrategyOptions,
  RuntimeClassStrategyOptions,
  SELinuxStrategyOptions,
  SupplementalGroupsStrategyOptions,
} from './security-strategies.ts';

export const PodSecurityPolicySpec = message(
  'io.k8s.api.policy.v1beta1.PodSecurityPolicySpec',
  {
    privileged: field(1, bool, { about: 'Whether privileged containers are allowed. Defaults to false.' }),
    defaultAddCapabilities: field(2, list(string), {
      about: 'Capabilities added to containers unless the pod drops them.',
    }),
    requiredDropCapabilities: field(3, list(string), {
      about: 'Capabilities removed from every container; they cannot be added back.',
    }),
    allowedCapabilities: field(4, list(string), { about: 'Capabilities containers may request; `*` allows all.' }),
    volumes: field(
      5,
      list(
        usually(
          'azureFile',
          'flocker',
          'flexVolume',
          'hostPath',
          'emptyDir',
          'gcePersistentDisk',
          'awsElasticBlockStore',
          'gitRepo',
          'secret',
          'nfs',
          'iscsi',
          'glusterfs',
          'persistentVolumeClaim',
          'rbd',
          'cinder',
          'cephFS',
          'downwardAPI',
          'fc',
          'configMap',
          'vsphereVolume',
          'quobyte',
          'azureDisk',
          'photonPersistentDisk',
          'storageos',
          'projected',
          'portworxVolume',
          'scaleIO',
          'csi',
          'ephemeral',
          '*',
        ),
      ),
      { about: 'Volume types allowed; empty allows none, `*` allows all.' },
    ),
    hostNetwork: field(6, bool, { about: 'Whether pods may use the host network.' }),
    hostPorts: field(7, list(HostPortRange), { about: 'Host port ranges pods may use; empty allows none.' }),
    hostPID: field(8, bool, { about: "Whether pods may share the host's process ids." }),
    hostIPC: field(9, bool, { about: "Whether pods may share the host's IPC namespace." }),
    seLinux: required(10, SELinuxStrategyOptions, { about: 'Which SELinux labels are allowed.' }),
    runAsUser: required(11, RunAsUserStrategyOptions, { about: 'Which user ids containers may run as.' }),
    runAsGroup: optional(22, RunAsGroupStrategyOptions, {
      about: 'Which primary group ids containers may run as; unset allows any.',
    }),
    supplementalGroups: required(12, SupplementalGroupsStrategyOptions, {
      about: 'Which supplemental groups pods may use.',
    }),
    fsGroup: required(13, FSGroupStrategyOptions, { about: 'Which fsGroup values pods may use.' }),
    readOnlyRootFilesystem: field(14, bool, {
      about: 'If true, containers must run with a read-only root filesystem.',
    }),
    defaultAllowPrivilegeEscalation: optional(15, bool, {
      about: 'Privilege escalation setting for containers that set none.',
    }),
    allowPrivilegeEscalation: optional(16, bool, {
      default: true,
      about: 'Whether containers may gain more privileges than their parent. Defaults to true.',
    }),
    allowedHostPaths: field(17, list(AllowedHostPath), { about: 'Host paths pods may mount; empty allows all.' }),
    allowedFlexVolumes: field(18, list(AllowedFlexVolume), {
      about: 'FlexVolume drivers allowed; empty allows all, if that volume type is allowed.',
    }),
    allowedCSIDrivers: field(23, list(AllowedCSIDriver), {
      about: 'CSI drivers allowed for inline volumes; empty allows all.',
    }),
    allowedUnsafeSysctls: field(19, list(string), {
      about: 'Unsafe sysctls allowed, by name or prefix ending in `*`; empty allows none.',
    }),
    forbiddenSysctls: field(20, list(string), {
      about: 'Sysctls refused, by name or prefix ending in `*`; empty refuses none.',
    }),
    allowedProcMountTypes: field(21, list(listed('Default', 'Unmasked')), {
      featureGate: 'ProcMountType',
      about: 'Proc mount types allowed; empty allows only Default.',
    }),
    runtimeClass: optional(24, RuntimeClassStrategyOptions, {
      about: 'Which runtime classes pods may use; unset allows any.',
    }),
  },
  { about: 'Security limits and defaults for pods.' },
);
export type PodSecurityPolicySpec = TypeOf<typeof PodSecurityPolicySpec>;

export const PodSecurityPolicy = kind(
  'io.k8s.api.policy.v1beta1.PodSecurityPolicy',
  {
    metadata,
    spec: field(2, PodSecurityPolicySpec, { about: 'The limits to enforce.' }),
  },
  { about: 'Security limits pods must meet to be admitted; deprecated.' },
);
export type PodSecurityPolicy = TypeOf<typeof PodSecurityPolicy>;

export const PodSecurityPolicyList = listOf(PodSecurityPolicy);
export type PodSecurityPolicyList = TypeOf<typeof PodSecurityPolicyList>;
