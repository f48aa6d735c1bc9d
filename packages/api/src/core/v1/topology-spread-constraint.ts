/** Topology spread constraints: distribution of pods over zones, nodes and other domains. */
import { int32, listed, message, optional, required, string, type TypeOf } from '@keelson/schema';

import { LabelSelector } from '../../meta/v1/label-selector.ts';

export const TopologySpreadConstraint = message(
  'io.k8s.api.core.v1.TopologySpreadConstraint',
  {
    maxSkew: required(1, int32, { about: 'Largest allowed difference in pod count between domains; at least 1.' }),
    topologyKey: required(2, string, { about: 'Node label whose values are the domains.' }),
    whenUnsatisfiable: required(3, listed('DoNotSchedule', 'ScheduleAnyway'), {
      about: 'What to do if it cannot be met: DoNotSchedule, or ScheduleAnyway, which only ranks nodes.',
    }),
    labelSelector: optional(4, LabelSelector, { about: 'Labels of the pods that are counted.' }),
    minDomains: optional(5, int32, {
      featureGate: 'MinDomainsInPodTopologySpread',
      about: 'Domains that must exist at least, else the least count is taken as 0; only with DoNotSchedule.',
    }),
  },
  { about: 'How evenly matching pods must be spread over a topology.' },
);
export type TopologySpreadConstraint = TypeOf<typeof TopologySpreadConstraint>;
