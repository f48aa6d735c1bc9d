/** The metrics an autoscaler aims at. */
import { message, optional, required, string, type TypeOf, usually } from '@keelson/schema';

import { resourceName } from '../../core/v1/resource-name.ts';
import { CrossVersionObjectReference } from './cross-version-object-reference.ts';
import { MetricIdentifier, MetricTarget } from './metric-identifier.ts';

export const ContainerResourceMetricSource = message(
  'io.k8s.api.autoscaling.v2.ContainerResourceMetricSource',
  {
    name: required(1, resourceName, { about: 'Resource name, such as `cpu` or `memory`.' }),
    target: required(2, MetricTarget, { about: 'Value to aim for.' }),
    container: required(3, string, { about: 'Name of the container in each pod.' }),
  },
  { about: 'Target for a resource used by one container in each pod.' },
);
export type ContainerResourceMetricSource = TypeOf<typeof ContainerResourceMetricSource>;

export const ExternalMetricSource = message(
  'io.k8s.api.autoscaling.v2.ExternalMetricSource',
  {
    metric: required(1, MetricIdentifier, { about: 'Which metric to read.' }),
    target: required(2, MetricTarget, { about: 'Value to aim for.' }),
  },
  { about: 'Target for a metric that belongs to no cluster object.' },
);
export type ExternalMetricSource = TypeOf<typeof ExternalMetricSource>;

export const ObjectMetricSource = message(
  'io.k8s.api.autoscaling.v2.ObjectMetricSource',
  {
    describedObject: required(1, CrossVersionObjectReference, { about: 'Object the metric describes.' }),
    target: required(2, MetricTarget, { about: 'Value to aim for.' }),
    metric: required(3, MetricIdentifier, { about: 'Which metric to read.' }),
  },
  { about: 'Target for a metric describing one object, such as requests at an Ingress.' },
);
export type ObjectMetricSource = TypeOf<typeof ObjectMetricSource>;

export const PodsMetricSource = message(
  'io.k8s.api.autoscaling.v2.PodsMetricSource',
  {
    metric: required(1, MetricIdentifier, { about: 'Which metric to read.' }),
    target: required(2, MetricTarget, { about: 'Value to aim for.' }),
  },
  { about: 'Target for a metric averaged over all scaled pods.' },
);
export type PodsMetricSource = TypeOf<typeof PodsMetricSource>;

export const ResourceMetricSource = message(
  'io.k8s.api.autoscaling.v2.ResourceMetricSource',
  {
    name: required(1, resourceName, { about: 'Resource name, such as `cpu` or `memory`.' }),
    target: required(2, MetricTarget, { about: 'Value to aim for.' }),
  },
  { about: 'Target for CPU or memory used by the pods.' },
);
export type ResourceMetricSource = TypeOf<typeof ResourceMetricSource>;

export const MetricSpec = message(
  'io.k8s.api.autoscaling.v2.MetricSpec',
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
