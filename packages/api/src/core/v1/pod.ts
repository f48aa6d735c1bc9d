/** Pod: a group of containers that run together on one node and share network and volumes. */
import { field, kind, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { appArmorGate } from './app-armor-annotations.ts';
import { defaultPod } from './pod.defaults.ts';
import { PodSpec } from './pod-spec.ts';
import { PodStatus } from './pod-status.ts';

export const Pod = kind(
  'io.k8s.api.core.v1.Pod',
  {
    metadata: { ...metadata, ...appArmorGate },
    spec: field(2, PodSpec, { about: 'How the pod is to run.' }),
    status: field(3, PodStatus, { about: 'What has last been observed of the pod; lags behind reality.' }),
  },
  {
    about: 'A group of containers that run together on one node and share network and volumes.',
    applyDefaults: defaultPod,
  },
);
export type Pod = TypeOf<typeof Pod>;

export const PodList = listOf(Pod);
export type PodList = TypeOf<typeof PodList>;
