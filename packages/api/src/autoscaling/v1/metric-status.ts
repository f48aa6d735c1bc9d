/** The metrics an autoscaler last read. */
import { int32, message, optional, quantity, required, string, type TypeOf, usually } from '@keelson/schema';

import { resourceName } from '../../core/v1/resource-name.ts';
import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { CrossVersionObjectReference } from './cross-version-object-reference.ts';

export const ContainerResourceMetricStatus = message(
  'io.k8s.api.autoscaling.v1.ContainerResourceMetricStatus',
  {
    name: required(1, resourceName, { about: 'Resource name, such as `cpu` or `memory`.' }),
    currentAverageUtilization: optional(2, int32, {
      about: "Average use, in percent of the container's request; set only if targeted.",
    }),
    currentAverageValue: required(3, quantity, { about: 'Average amount used per pod.' }),
    container: required(4, string, { about: 'Name of the container in each pod.' }),
  },
  { about: 'Use of a resource by one container in each pod.' },
);
export type ContainerResourceMetricStatus = TypeOf<typeof ContainerResourceMetricStatus>;

export const ExternalMetricStatus = message(
  'io.k8s.api.autoscaling.v1.ExternalMetricStatus',
  {
    metricName: required(1, string, { about: 'Name of the metric.' }),
    metricSelector: optional(2, LabelSelector, { about: 'Labels that choose the time series; unset means all.' }),
    currentValue: required(3, quantity, { about: 'Total value measured now.' }),
    currentAverageValue: optional(4, quantity, { about: 'Value measured now, divided by the number of pods.' }),
  },
  { about: 'Reading of a metric that belongs to no cluster object.' },
);
export type ExternalMetricStatus = TypeOf<typeof ExternalMetricStatus>;

export const ObjectMetricStatus = message(
  'io.k8s.api.autoscaling.v1.ObjectMetricStatus',
  {
    target: required(1, CrossVersionObjectReference, { about: 'Object the metric describes.' }),
    metricName: required(2, string, { about: 'Name of the metric.' }),
    currentValue: required(3, quantity, { about: 'Value measured now.' }),
    selector: optional(4, LabelSelector, { about: 'Labels that narrow the metric; unset means name only.' }),
    averageValue: optional(5, quantity, { about: 'Value measured now, divided by the number of pods.' }),
  },
  { about: 'Reading of a metric describing one object.' },
);
export type ObjectMetricStatus = TypeOf<typeof ObjectMetricStatus>;

export const PodsMetricStatus = message(
  'io.k8s.api.autoscaling.v1.PodsMetricStatus',
  {
    metricName: required(1, string, { about: 'Name of the metric.' }),
    currentAverageValue: required(2, quantity, { about: 'Average value per pod measured now.' }),
    selector: optional(3, LabelSelector, { about: 'Labels that narrow the metric; unset means name only.' }),
  },
  { about: 'Reading of a metric averaged over all scaled pods.' },
);
export type PodsMetricStatus = TypeOf<typeof PodsMetricStatus>;

export const ResourceMetricStatus = message(
  'io.k8s.api.autoscaling.v1.ResourceMetricStatus',
  {
    name: required(1, resourceName, { about: 'Resource name, such as `cpu` or `memory`.' }),
    currentAverageUtilization: optional(2, int32, {
      about: "Average use, in percent of the pods' requests; set only if targeted.",
    }),
    currentAverageValue: required(3, quantity, { about: 'Average amount used per pod.' }),
  },
  { about: 'CPU or memory used by the pods.' },
);
export type ResourceMetricStatus = TypeOf<typeof ResourceMetricStatus>;

export const MetricStatus = message(
  'io.k8s.api.autoscaling.v1.MetricStatus',
  {
    type: required(1, usually('Object', 'Pods', 'Resource', 'ContainerResource', 'External'), {
      about: 'Metric source type, naming the field that is set: Object, Pods, Resource, External or ContainerResource.',
    }),
    object: optional(2, ObjectMetricStatus, { about: 'Reading of an object metric.' }),
    pods: optional(3, PodsMetricStatus, { about: 'Reading of a pods metric.' }),
    resource: optional(4, ResourceMetricStatus, { about: 'Reading of a pod resource metric.' }),
    containerResource: optional(7, ContainerResourceMetricStatus, {
      about: 'Reading of a container resource metric. Alpha.',
    }),
    external: optional(5, ExternalMetricStatus, { about: 'Reading of an external metric.' }),
  },
  { about: 'Latest reading of one metric.' },
);
export type MetricStatus = TypeOf<typeof MetricStatus>;
