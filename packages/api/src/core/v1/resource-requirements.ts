/** The compute resources a container or a claim asks for. */
import { field, map, message, quantity, type TypeOf } from '@keelson/schema';

import { roundResources } from './resource-requirements.defaults.ts';

export const ResourceRequirements = message(
  'io.k8s.api.core.v1.ResourceRequirements',
  {
    limits: field(1, map(quantity), { about: 'Most it may use of each resource.' }),
    requests: field(2, map(quantity), {
      about: 'Least it must be given of each resource; taken from `limits` where left out.',
    }),
  },
  { about: 'Resources a container or claim asks for and may use.', applyDefaults: roundResources },
);
export type ResourceRequirements = TypeOf<typeof ResourceRequirements>;
