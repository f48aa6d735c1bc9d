/** Tolerations: the taints that do not keep a pod off a node. */
import { field, int64, listed, message, named, optional, string, type TypeOf } from '@keelson/schema';

export const Toleration = message(
  'io.k8s.api.core.v1.Toleration',
  {
    key: field(1, string, { about: 'Taint key to match; empty, with operator Exists, matches every key.' }),
    operator: field(2, named('v1.TolerationOperator', listed('Equal', 'Exists')), {
      about: 'How the value is compared: Equal (the default) or Exists, which ignores it.',
    }),
    value: field(3, string, { about: 'Taint value to match; must be empty with Exists.' }),
    effect: field(4, named('v1.TaintEffect', listed('NoSchedule', 'PreferNoSchedule', 'NoExecute')), {
      about: 'Taint effect to match: NoSchedule, PreferNoSchedule or NoExecute; empty matches all.',
    }),
    tolerationSeconds: optional(5, int64, {
      about: 'Seconds a NoExecute taint is borne; unset means forever, 0 or less means not at all.',
    }),
  },
  { about: 'Lets a pod onto nodes with matching taints.' },
);
export type Toleration = TypeOf<typeof Toleration>;
