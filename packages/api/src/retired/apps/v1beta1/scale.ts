/** Scale before autoscaling/v1: shows the selector both as labels and as text. */
import { field, int32, kind, map, message, required, string, type TypeOf } from '@keelson/schema';

import { metadata } from '../../../meta/v1/object-meta.ts';

export const ScaleSpec = message(
  'io.k8s.api.apps.v1beta1.ScaleSpec',
  {
    replicas: field(1, int32, { about: 'Number of pods wanted.' }),
  },
  { about: 'How many pods are wanted.' },
);
export type ScaleSpec = TypeOf<typeof ScaleSpec>;

export const ScaleStatus = message(
  'io.k8s.api.apps.v1beta1.ScaleStatus',
  {
    replicas: required(1, int32, { about: 'Number of pods observed.' }),
    selector: field(2, map(string), { about: 'Labels of the pods, where labels alone select them.' }),
    targetSelector: field(3, string, { about: 'The selector as text, in full.' }),
  },
  { about: 'How many pods there are, and which.' },
);
export type ScaleStatus = TypeOf<typeof ScaleStatus>;

export const Scale = kind(
  'io.k8s.api.apps.v1beta1.Scale',
  {
    metadata,
    spec: field(2, ScaleSpec, { about: 'The number of pods wanted.' }),
    status: field(3, ScaleStatus, { about: 'The number of pods observed; read-only.' }),
  },
  { about: 'The number of pods of an object that has some.' },
);
export type Scale = TypeOf<typeof Scale>;
