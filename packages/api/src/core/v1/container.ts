/** A container of a pod. */
import { bool, field, list, listed, message, named, optional, required, string, type TypeOf } from '@keelson/schema';

import { ContainerPort } from './container-port.ts';
import { defaultPullPolicy } from './container.defaults.ts';
import { EnvFromSource, EnvVar } from './env-var.ts';
import { Lifecycle } from './lifecycle.ts';
import { Probe } from './probe.ts';
import { ResourceRequirements } from './resource-requirements.ts';
import { SecurityContext } from './security-context.ts';
import { VolumeDevice, VolumeMount } from './volume-mount.ts';

export const Container = message(
  'io.k8s.api.core.v1.Container',
  {
    name: required(1, string, { about: 'Name of the container, a DNS label unique within the pod; cannot change.' }),
    image: field(2, string, {
      about: 'Image to run, such as registry/name:tag; may be empty only where a controller fills it in.',
    }),
    command: field(3, list(string), {
      about:
        "Program and leading arguments, run without a shell; empty uses the image's entrypoint. $(NAME) inserts a variable.",
    }),
    args: field(4, list(string), {
      about: "Arguments to the program; empty uses the image's if `command` is empty too. $(NAME) inserts a variable.",
    }),
    workingDir: field(5, string, { about: "Directory to start in; empty takes the image's." }),
    ports: field(6, list(ContainerPort), {
      listType: 'map',
      listMapKeys: ['containerPort', 'protocol'],
      patchStrategy: 'merge',
      patchMergeKey: 'containerPort',
      about: 'Ports the container listens on; mostly informative, leaving one out does not close it.',
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
      about: 'CPU, memory and other resources the container asks for and may use.',
    }),
    volumeMounts: field(9, list(VolumeMount), {
      patchStrategy: 'merge',
      patchMergeKey: 'mountPath',
      about: "Where volumes of the pod appear in the container's filesystem.",
    }),
    volumeDevices: field(21, list(VolumeDevice), {
      patchStrategy: 'merge',
      patchMergeKey: 'devicePath',
      about: 'Raw block volumes that appear as devices in the container.',
    }),
    livenessProbe: optional(10, Probe, { about: 'Check whose repeated failure restarts the container.' }),
    readinessProbe: optional(11, Probe, { about: 'Check whose failure takes the pod out of service endpoints.' }),
    startupProbe: optional(22, Probe, {
      about: 'Check that must succeed before the other probes begin; repeated failure restarts the container.',
    }),
    lifecycle: optional(12, Lifecycle, { about: 'Actions right after start and right before stop.' }),
    terminationMessagePath: field(13, string, {
      default: '/dev/termination-log',
      about: 'File whose content becomes the termination message; /dev/termination-log by default.',
    }),
    terminationMessagePolicy: field(20, named('v1.TerminationMessagePolicy', listed('File', 'FallbackToLogsOnError')), {
      default: 'File',
      about: "Origin of the termination message: File, or FallbackToLogsOnError to use the log's end after a failure.",
    }),
    imagePullPolicy: field(14, named('v1.PullPolicy', listed('Always', 'IfNotPresent', 'Never')), {
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
  { about: 'One container of a pod.', applyDefaults: defaultPullPolicy },
);
export type Container = TypeOf<typeof Container>;
