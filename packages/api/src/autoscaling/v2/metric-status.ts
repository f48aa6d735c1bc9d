/** The metrics an autoscaler last read. */
import { message, optional, required, string, type TypeOf, usually } from '@keelson/schema';

import { resourceName } from '../../core/v1/resource-name.ts';
import { CrossVersionObjectReference } from './cross-version-object-reference.ts';
import { MetricIdentifier, MetricValueStatus } from './metric-identifier.ts';

export const ContainerResourceMetricStatus = message(
  'io.k8s.api.autoscaling.v2.ContainerResourceMetricStatus',
  {
    name: required(1, resourceName, { about: 'Resource name, such as `cpu` or `memory`.' }),
    current: required(2, MetricValueStatus, { about: 'Value measured now.' }),
    container: required(3, string, { about: 'Name of the container in each pod.' }),
  },
  { about: 'Use of a resource by one container in each pod.' },
);
export type ContainerResourceMetricStatus = TypeOf<typeof ContainerResourceMetricStatus>;

export const ExternalMetricStatus = message(
  'io.k8s.api.autoscaling.v2.ExternalMetricStatus',
  {
    metric: required(1, MetricIdentifier, { about: 'Which metric was read.' }),
    current: required(2, MetricValueStatus, { about: 'Value measured now.' }),
  },
  { about: 'Reading of a metric that belongs to no cluster object.' },
);
export type ExternalMetricStatus = TypeOf<typeof ExternalMetricStatus>;

export const ObjectMetricStatus = message(
  'io.k8s.api.autoscaling.v2.ObjectMetricStatus',
  {
    metric: required(1, MetricIdentifier, { about: 'Which metric was read.' }),
    current: required(2, MetricValueStatus, { about: 'Value measured now.' }),
    describedObject: required(3, CrossVersionObjectReference, { about: 'Object the metric describes.' }),
  },
  { about: 'Reading of a metric describing one object.' },
);
export type ObjectMetricStatus = TypeOf<typeof ObjectMetricStatus>;

export const PodsMetricStatus = message(
  'io.k8s.api.autoscaling.v2.PodsMetricStatus',
  {
    metric: required(1, MetricIdentifier, { about: 'Which metric was read.' }),
    current: required(2, MetricValueStatus, { about: 'Value measured now.' }),
  },
  { about: 'Reading of a metric averaged over all scaled pods.' },
);
export type PodsMetricStatus = TypeOf<typeof PodsMetricStatus>;

export const ResourceMetricStatus = message(
  'io.k8s.api.autoscaling.v2.ResourceMetricStatus',
  {
    name: required(1, resourceName, { about: 'Resource name, such as `cpu` or `memory`.' }),
    current: required(2, MetricValueStatus, { about: 'Value measured now.' }),
  },
  { about: 'CPU or memory used by the pods.' },
);
export type ResourceMetricStatus = TypeOf<typeof ResourceMetricStatus>;

export const MetricStatus = message(
  'io.k8s.api.autoscaling.v2.MetricStatus',
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
