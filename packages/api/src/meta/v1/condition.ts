/** A condition in the status of an object, in its common form. */
import { field, int64, message, required, string, time, type TypeOf } from '@keelson/schema';

import { conditionStatus } from './condition-status.ts';

export const Condition = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Condition',
  {
    type: required(1, string, { about: 'Name of the aspect in CamelCase, optionally with a domain prefix.' }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    observedGeneration: field(3, int64, { about: 'The `metadata.generation` this condition was computed from.' }),
    lastTransitionTime: required(4, time, { about: 'Time the status last flipped from one value to another.' }),
    reason: required(5, string, {
      about: 'Machine-readable CamelCase cause of the last transition; must not be empty.',
    }),
    message: required(6, string, { about: 'Human-readable details of the last transition; may be empty.' }),
  },
  { about: "One observed aspect of an object's state." },
);
export type Condition = TypeOf<typeof Condition>;
