/** The metrics an autoscaler aims at. */
import { int32, message, optional, quantity, required, string, type TypeOf, usually } from '@keelson/schema';

import { resourceName } from '../../core/v1/resource-name.ts';
import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { CrossVersionObjectReference } from './cross-version-object-reference.ts';

export const ContainerResourceMetricSource = message(
  'io.k8s.api.autoscaling.v2beta1.ContainerResourceMetricSource',
  {
    name: required(1, resourceName, { about: 'Resource name, such as `cpu` or `memory`.' }),
    targetAverageUtilization: optional(2, int32, {
      about: "Wanted average use, in percent of the container's request.",
    }),
    targetAverageValue: optional(3, quantity, { about: 'Wanted average amount per pod.' }),
    container: required(4, string, { about: 'Name of the container in each pod.' }),
  },
  { about: 'Target for a resource used by one container in each pod.' },
);
export type ContainerResourceMetricSource = TypeOf<typeof ContainerResourceMetricSource>;

export const ExternalMetricSource = message(
  'io.k8s.api.autoscaling.v2beta1.ExternalMetricSource',
  {
    metricName: required(1, string, { about: 'Name of the metric.' }),
    metricSelector: optional(2, LabelSelector, { about: 'Labels that choose the time series; unset means all.' }),
    targetValue: optional(3, quantity, { about: 'Wanted total value; exclusive with targetAverageValue.' }),
    targetAverageValue: optional(4, quantity, { about: 'Wanted value per pod; exclusive with targetValue.' }),
  },
  { about: 'Target for a metric that belongs to no cluster object.' },
);
export type ExternalMetricSource = TypeOf<typeof ExternalMetricSource>;

export const ObjectMetricSource = message(
  'io.k8s.api.autoscaling.v2beta1.ObjectMetricSource',
  {
    target: required(1, CrossVersionObjectReference, { about: 'Object the metric describes.' }),
    metricName: required(2, string, { about: 'Name of the metric.' }),
    targetValue: required(3, quantity, { about: 'Wanted value of the metric.' }),
    selector: optional(4, LabelSelector, { about: 'Labels that narrow the metric; unset means name only.' }),
    averageValue: optional(5, quantity, { about: 'Wanted value per pod.' }),
  },
  { about: 'Target for a metric describing one object, such as requests at an Ingress.' },
);
export type ObjectMetricSource = TypeOf<typeof ObjectMetricSource>;

export const PodsMetricSource = message(
  'io.k8s.api.autoscaling.v2beta1.PodsMetricSource',
  {
    metricName: required(1, string, { about: 'Name of the metric.' }),
    targetAverageValue: required(2, quantity, { about: 'Wanted average value per pod.' }),
    selector: optional(3, LabelSelector, { about: 'Labels that narrow the metric; unset means name only.' }),
  },
  { about: 'Target for a metric averaged over all scaled pods.' },
);
export type PodsMetricSource = TypeOf<typeof PodsMetricSource>;

export const ResourceMetricSource = message(
  'io.k8s.api.autoscaling.v2beta1.ResourceMetricSource',
  {
    name: required(1, resourceName, { about: 'Resource name, such as `cpu` or `memory`.' }),
    targetAverageUtilization: optional(2, int32, { about: "Wanted average use, in percent of the pods' requests." }),
    targetAverageValue: optional(3, quantity, { about: 'Wanted average amount per pod.' }),
  },
  { about: 'Target for CPU or memory used by the pods.' },
);
export type ResourceMetricSource = TypeOf<typeof ResourceMetricSource>;

export const MetricSpec = message(
  'io.k8s.api.autoscaling.v2beta1.MetricSpec',
  {
    type: required(1, usually('Object', 'Pods', 'Resource', 'ContainerResource', 'External'), {
      about: 'Metric source type, naming the field that is set: Object, Pods, Resource, External or ContainerResource.',
    }),
    object: optional(2, ObjectMetricSource, { about: 'A metric describing one object.' }),
    pods: optional(3, PodsMetricSource, { about: 'A metric averaged over the pods.' }),
    resource: optional(4, ResourceMetricSource, { about: 'CPU or memory of the pods as a whole.' }),
    containerResource: optional(7, ContainerResourceMetricSource, {
      featureGate: 'HPAContainerMetrics',
      about: 'CPU or memory of one container in each pod. Alpha.',
    }),
    external: optional(5, ExternalMetricSource, { about: 'A metric from outside the cluster.' }),
  },
  { about: 'One metric to scale by.' },
);
export type MetricSpec = TypeOf<typeof MetricSpec>;
