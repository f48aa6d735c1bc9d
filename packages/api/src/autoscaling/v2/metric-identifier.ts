/** The identifier of a metric, its target and its current value. */
import { int32, message, optional, quantity, required, string, type TypeOf, usually } from '@keelson/schema';

import { LabelSelector } from '../../meta/v1/label-selector.ts';

export const MetricIdentifier = message(
  'io.k8s.api.autoscaling.v2.MetricIdentifier',
  {
    name: required(1, string, { about: 'Name of the metric.' }),
    selector: optional(2, LabelSelector, { about: 'Labels that narrow the metric; unset means name only.' }),
  },
  { about: 'Names a metric and optionally narrows it by labels.' },
);
export type MetricIdentifier = TypeOf<typeof MetricIdentifier>;

export const MetricTarget = message(
  'io.k8s.api.autoscaling.v2.MetricTarget',
  {
    type: required(1, usually('Utilization', 'Value', 'AverageValue'), {
      about: 'Which field is used: Utilization, Value or AverageValue.',
    }),
    value: optional(2, quantity, { about: 'Wanted total value.' }),
    averageValue: optional(3, quantity, { about: 'Wanted average value per pod.' }),
    averageUtilization: optional(4, int32, {
      about: 'Wanted average use, in percent of requests; only for resource metrics.',
    }),
  },
  { about: 'The value a metric should reach.' },
);
export type MetricTarget = TypeOf<typeof MetricTarget>;

export const MetricValueStatus = message(
  'io.k8s.api.autoscaling.v2.MetricValueStatus',
  {
    value: optional(1, quantity, { about: 'Total value measured.' }),
    averageValue: optional(2, quantity, { about: 'Average value per pod.' }),
    averageUtilization: optional(3, int32, {
      about: 'Average use, in percent of requests; only for resource metrics.',
    }),
  },
  { about: 'A measured metric value.' },
);
export type MetricValueStatus = TypeOf<typeof MetricValueStatus>;
