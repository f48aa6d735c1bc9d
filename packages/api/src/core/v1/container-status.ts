/** Observed state of a container. */
import { bool, field, int32, message, optional, required, string, time, type TypeOf } from '@keelson/schema';

export const ContainerStateWaiting = message(
  'io.k8s.api.core.v1.ContainerStateWaiting',
  {
    reason: field(1, string, { about: 'Short CamelCase cause, such as ImagePullBackOff.' }),
    message: field(2, string, { about: 'Human-readable details of the wait.' }),
  },
  { about: 'Why a container has not started yet.' },
);
export type ContainerStateWaiting = TypeOf<typeof ContainerStateWaiting>;

export const ContainerStateRunning = message(
  'io.k8s.api.core.v1.ContainerStateRunning',
  {
    startedAt: field(1, time, { about: 'Time the container was last started.' }),
  },
  { about: 'Details of a running container.' },
);
export type ContainerStateRunning = TypeOf<typeof ContainerStateRunning>;

export const ContainerStateTerminated = message(
  'io.k8s.api.core.v1.ContainerStateTerminated',
  {
    exitCode: required(1, int32, { about: 'Exit code of the last run.' }),
    signal: field(2, int32, { about: 'Signal that ended the last run; 0 if none.' }),
    reason: field(3, string, { about: 'Short CamelCase cause of the end, such as OOMKilled or Error.' }),
    message: field(4, string, { about: 'Last words of the container, read from its termination message file.' }),
    startedAt: field(5, time, { about: 'Time that run began.' }),
    finishedAt: field(6, time, { about: 'Time that run ended.' }),
    containerID: field(7, string, { about: 'Id of the ended container, as runtime://id.' }),
  },
  { about: 'How a container ended.' },
);
export type ContainerStateTerminated = TypeOf<typeof ContainerStateTerminated>;

export const ContainerState = message(
  'io.k8s.api.core.v1.ContainerState',
  {
    waiting: optional(1, ContainerStateWaiting, { about: 'Set while the container has yet to start.' }),
    running: optional(2, ContainerStateRunning, { about: 'Set while the container runs.' }),
    terminated: optional(3, ContainerStateTerminated, { about: 'Set once the container has ended.' }),
  },
  { about: 'What a container is doing; at most one member is set, none means waiting.' },
);
export type ContainerState = TypeOf<typeof ContainerState>;

export const ContainerStatus = message(
  'io.k8s.api.core.v1.ContainerStatus',
  {
    name: required(1, string, { about: "Name of the container as given in the pod's spec." }),
    state: field(2, ContainerState, { about: 'What the container is doing now.' }),
    lastState: field(3, ContainerState, { about: 'How the previous run ended; empty if there was none.' }),
    ready: required(4, bool, {
      about: 'True while the readiness probe passes, or if there is none and the container has started.',
    }),
    restartCount: required(5, int32, {
      about: 'How often the container was restarted; may fall behind once old runs are cleaned up.',
    }),
    image: required(6, string, { about: 'Image the container runs.' }),
    imageID: required(7, string, { about: 'Digest or id of that image on the node.' }),
    containerID: field(8, string, { about: 'Id of the container, as runtime://id; empty before it is created.' }),
    started: optional(9, bool, {
      about: 'True once the startup probe has passed, or at once if there is none; null when unknown.',
    }),
  },
  { about: 'What has been observed of one container.' },
);
export type ContainerStatus = TypeOf<typeof ContainerStatus>;
