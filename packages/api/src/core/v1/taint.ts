/** Taints: pods that do not tolerate them are kept off a node. */
import { field, message, listed, optional, required, string, time, type TypeOf } from '@keelson/schema';

export const Taint = message(
  'io.k8s.api.core.v1.Taint',
  {
    key: required(1, string, { about: 'Key of the taint.' }),
    value: field(2, string, { about: 'Value that belongs to the key.' }),
    effect: required(3, listed('NoSchedule', 'PreferNoSchedule', 'NoExecute'), {
      about: 'What befalls pods without toleration: NoSchedule, PreferNoSchedule or NoExecute.',
    }),
    timeAdded: optional(4, time, { about: 'Time the taint was added; only written for NoExecute.' }),
  },
  { about: 'A mark on a node that keeps pods away unless they tolerate it.' },
);
export type Taint = TypeOf<typeof Taint>;
