/** Privileges of containers and pods: users, capabilities, profiles. */
import { bool, field, int64, list, listed, message, optional, required, string, type TypeOf } from '@keelson/schema';

export const Capabilities = message(
  'io.k8s.api.core.v1.Capabilities',
  {
    add: field(1, list(string), { about: 'Capabilities to add, such as NET_ADMIN, or ALL.' }),
    drop: field(2, list(string), { about: 'Capabilities to remove, such as NET_RAW, or ALL.' }),
  },
  { about: "Linux capabilities to change against the runtime's default set." },
);
export type Capabilities = TypeOf<typeof Capabilities>;

export const SELinuxOptions = message(
  'io.k8s.api.core.v1.SELinuxOptions',
  {
    user: field(1, string, { about: 'User part of the label.' }),
    role: field(2, string, { about: 'Role part of the label.' }),
    type: field(3, string, { about: 'Type part of the label.' }),
    level: field(4, string, { about: 'Level part of the label.' }),
  },
  { about: 'The parts of an SELinux label.' },
);
export type SELinuxOptions = TypeOf<typeof SELinuxOptions>;

export const WindowsSecurityContextOptions = message(
  'io.k8s.api.core.v1.WindowsSecurityContextOptions',
  {
    gmsaCredentialSpecName: optional(1, string, { about: 'Name of the GMSA credential spec object to use.' }),
    gmsaCredentialSpec: optional(2, string, {
      about: 'Content of the GMSA credential spec; an admission webhook fills it in.',
    }),
    runAsUserName: optional(3, string, { about: "Windows user the entrypoint runs as; unset takes the image's." }),
    hostProcess: optional(4, bool, {
      featureGate: 'WindowsHostProcessContainers',
      about: 'True runs it as a host process; all containers of the pod must agree, and `hostNetwork` must be set.',
    }),
  },
  { about: 'Security settings for Windows containers.' },
);
export type WindowsSecurityContextOptions = TypeOf<typeof WindowsSecurityContextOptions>;

export const Sysctl = message(
  'io.k8s.api.core.v1.Sysctl',
  {
    name: required(1, string, { about: 'Name of the parameter, such as net.core.somaxconn.' }),
    value: required(2, string, { about: 'Value to set, as text.' }),
  },
  { about: 'A kernel parameter to set.' },
);
export type Sysctl = TypeOf<typeof Sysctl>;

export const SeccompProfile = message(
  'io.k8s.api.core.v1.SeccompProfile',
  {
    type: required(1, listed('Localhost', 'RuntimeDefault', 'Unconfined'), {
      about: 'Kind of filter: RuntimeDefault, Localhost for a file on the node, or Unconfined.',
    }),
    localhostProfile: optional(2, string, {
      about: "Path of the profile, relative to the kubelet's seccomp folder; only for type Localhost.",
    }),
  },
  { about: 'Which system call filter applies.' },
);
export type SeccompProfile = TypeOf<typeof SeccompProfile>;

export const PodSecurityContext = message(
  'io.k8s.api.core.v1.PodSecurityContext',
  {
    seLinuxOptions: optional(1, SELinuxOptions, {
      about: 'SELinux context of all containers; unset lets the runtime pick one per container.',
    }),
    windowsOptions: optional(8, WindowsSecurityContextOptions, { about: 'Settings that only apply on Windows.' }),
    runAsUser: optional(2, int64, { about: "User id that containers start as; unset takes the image's user." }),
    runAsGroup: optional(6, int64, {
      about: "Primary group id that containers start with; unset takes the runtime's default.",
    }),
    runAsNonRoot: optional(3, bool, { about: 'True refuses to start containers whose user id is 0.' }),
    supplementalGroups: field(4, list(int64), { about: 'Extra group ids for the first process of every container.' }),
    fsGroup: optional(5, int64, {
      about: 'Group id that owns mountable volumes and is given to every container; unset leaves ownership alone.',
    }),
    sysctls: field(7, list(Sysctl), { about: 'Namespaced kernel parameters to set for the pod.' }),
    fsGroupChangePolicy: optional(9, listed('OnRootMismatch', 'Always'), {
      about: 'When volume ownership is changed to `fsGroup`: Always (the default) or OnRootMismatch.',
    }),
    seccompProfile: optional(10, SeccompProfile, { about: 'System call filter for all containers.' }),
  },
  { about: "Security settings for a whole pod; a container's own settings win." },
);
export type PodSecurityContext = TypeOf<typeof PodSecurityContext>;

export const SecurityContext = message(
  'io.k8s.api.core.v1.SecurityContext',
  {
    capabilities: optional(1, Capabilities, {
      about: "Linux capabilities to add or drop; unset keeps the runtime's default set.",
    }),
    privileged: optional(2, bool, {
      about: 'True gives the container nearly the powers of root on the node; false by default.',
    }),
    seLinuxOptions: optional(3, SELinuxOptions, {
      about: "SELinux context of the container; unset takes the pod's, else the runtime picks one.",
    }),
    windowsOptions: optional(10, WindowsSecurityContextOptions, { about: 'Settings that only apply on Windows.' }),
    runAsUser: optional(4, int64, {
      about: "User id the container starts as; unset takes the pod's, then the image's.",
    }),
    runAsGroup: optional(8, int64, {
      about: "Primary group id the container starts with; unset takes the pod's, then the runtime's.",
    }),
    runAsNonRoot: optional(5, bool, { about: 'True refuses to start the container if its user id is 0.' }),
    readOnlyRootFilesystem: optional(6, bool, {
      about: "True makes the container's root filesystem read-only; false by default.",
    }),
    allowPrivilegeEscalation: optional(7, bool, {
      about:
        'Whether a process may gain more privileges than its parent; always so if privileged or with CAP_SYS_ADMIN.',
    }),
    procMount: optional(9, listed('Default', 'Unmasked'), {
      featureGate: 'ProcMountType',
      valueWhileOff: 'Default',
      about: 'How /proc is mounted: Default, which masks some paths, or Unmasked.',
    }),
    seccompProfile: optional(11, SeccompProfile, {
      about: "System call filter for the container; unset takes the pod's.",
    }),
  },
  { about: "Security settings of one container; they override the pod's." },
);
export type SecurityContext = TypeOf<typeof SecurityContext>;
