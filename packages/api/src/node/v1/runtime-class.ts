/** RuntimeClass: a kind of container runtime that pods can select by name. */
import { field, kind, list, map, message, optional, quantity, required, string, type TypeOf } from '@keelson/schema';

import { roundToMilli } from '../../core/v1/resource-list.defaults.ts';
import { Toleration } from '../../core/v1/toleration.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const Overhead = message(
  'io.k8s.api.node.v1.Overhead',
  {
    podFixed: field(1, map(quantity), { about: 'Fixed extra amount per pod, by resource name.' }),
  },
  {
    about: 'Resources that running a pod costs beyond its containers.',
    applyDefaults: ({ podFixed }) => roundToMilli(podFixed),
  },
);
export type Overhead = TypeOf<typeof Overhead>;

export const Scheduling = message(
  'io.k8s.api.node.v1.Scheduling',
  {
    nodeSelector: field(1, map(string), {
      mapType: 'atomic',
      about: 'Labels a supporting node has; merged into the pod, which is rejected on conflict.',
    }),
    tolerations: field(2, list(Toleration), {
      listType: 'atomic',
      about: 'Tolerations added to the pod at admission, without duplicates.',
    }),
  },
  { about: 'Node constraints added to pods that use a runtime class.' },
);
export type Scheduling = TypeOf<typeof Scheduling>;

export const RuntimeClass = kind(
  'io.k8s.api.node.v1.RuntimeClass',
  {
    metadata,
    handler: required(2, string, {
      about: 'Runtime configuration the node uses: a lowercase DNS label that cannot be changed.',
    }),
    overhead: optional(3, Overhead, { about: 'Extra resources each pod of this class uses.' }),
    scheduling: optional(4, Scheduling, {
      about: 'Where pods of this class may run; unset means every node supports it.',
    }),
  },
  { about: 'A kind of container runtime that pods can select by name.' },
);
export type RuntimeClass = TypeOf<typeof RuntimeClass>;

export const RuntimeClassList = listOf(RuntimeClass);
export type RuntimeClassList = TypeOf<typeof RuntimeClassList>;
