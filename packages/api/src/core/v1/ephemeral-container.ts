/** A container added to a running pod for debugging. */
import { bool, field, inline, list, listed, message, optional, required, string, type TypeOf } from '@keelson/schema';

import { ContainerPort } from './container-port.ts';
import { defaultPullPolicy } from './container.defaults.ts';
import { EnvFromSource, EnvVar } from './env-var.ts';
import { Lifecycle } from './lifecycle.ts';
import { Probe } from './probe.ts';
import { ResourceRequirements } from './resource-requirements.ts';
import { SecurityContext } from './security-context.ts';
import { VolumeDevice, VolumeMount } from './volume-mount.ts';

export const EphemeralContainerCommon = message(
  'io.k8s.api.core.v1.EphemeralContainerCommon',
  {
    name: required(1, string, { about: 'Name of the container, unique among all containers of the pod.' }),
    image: field(2, string, { about: 'Image to run.' }),
    command: field(3, list(string), {
      about: "Program and leading arguments, run without a shell; empty uses the image's entrypoint.",
    }),
    args: field(4, list(string), {
      about: "Arguments to the program; empty uses the image's if `command` is empty too.",
    }),
    workingDir: field(5, string, { about: "Directory to start in; empty takes the image's." }),
    ports: field(6, list(ContainerPort), {
      listType: 'map',
      listMapKeys: ['containerPort', 'protocol'],
      patchStrategy: 'merge',
      patchMergeKey: 'containerPort',
      about: 'Not allowed for ephemeral containers.',
    }),
    envFrom: field(19, list(EnvFromSource), {
      about: 'ConfigMaps and Secrets all of whose keys become variables; later sources win.',
    }),
    env: field(7, list(EnvVar), {
      patchStrategy: 'merge',
      patchMergeKey: 'name',
      about: 'Environment variables to set; they win over `envFrom`.',
    }),
    resources: field(8, ResourceRequirements, {
      about: 'Not allowed for ephemeral containers; they use what the pod has to spare.',
    }),
    volumeMounts: field(9, list(VolumeMount), {
      patchStrategy: 'merge',
      patchMergeKey: 'mountPath',
      about: 'Where volumes of the pod appear in the container; `subPath` is not allowed.',
    }),
    volumeDevices: field(21, list(VolumeDevice), {
      patchStrategy: 'merge',
      patchMergeKey: 'devicePath',
      about: 'Raw block volumes that appear as devices in the container.',
    }),
    livenessProbe: optional(10, Probe, { about: 'Not allowed for ephemeral containers.' }),
    readinessProbe: optional(11, Probe, { about: 'Not allowed for ephemeral containers.' }),
    startupProbe: optional(22, Probe, { about: 'Not allowed for ephemeral containers.' }),
    lifecycle: optional(12, Lifecycle, { about: 'Not allowed for ephemeral containers.' }),
    terminationMessagePath: field(13, string, {
      default: '/dev/termination-log',
      about: 'File whose content becomes the termination message; /dev/termination-log by default.',
    }),
    terminationMessagePolicy: field(20, listed('File', 'FallbackToLogsOnError'), {
      default: 'File',
      about: "Origin of the termination message: File, or FallbackToLogsOnError to use the log's end after a failure.",
    }),
    imagePullPolicy: field(14, listed('Always', 'IfNotPresent', 'Never'), {
      about:
        'When to pull the image: Always, IfNotPresent or Never; by default Always for the tag latest, else IfNotPresent.',
    }),
    securityContext: optional(15, SecurityContext, {
      about: "Security settings of the container; they override the pod's.",
    }),
    stdin: field(16, bool, {
      about: 'True keeps a standard input open for attaching; otherwise reads see the end of file.',
    }),
    stdinOnce: field(17, bool, { about: 'True closes standard input after the first attached client leaves.' }),
    tty: field(18, bool, { about: 'True allocates a terminal; needs `stdin`.' }),
  },
  {
    about: 'The fields ephemeral containers have in common with other containers.',
    applyDefaults: defaultPullPolicy,
  },
);
export type EphemeralContainerCommon = TypeOf<typeof EphemeralContainerCommon>;

export const EphemeralContainer = message(
  'io.k8s.api.core.v1.EphemeralContainer',
  {
    ephemeralContainerCommon: inline(1, EphemeralContainerCommon),
    targetContainerName: field(2, string, {
      about: "Container whose process namespace to join; empty joins the pod's own arrangement.",
    }),
  },
  { about: 'A container added to a running pod for debugging; never restarted, no resource guarantees.' },
);
export type EphemeralContainer = TypeOf<typeof EphemeralContainer>;
