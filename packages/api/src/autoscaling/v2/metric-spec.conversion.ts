/**
 * Metrics of v2 and v2beta2 in the form that the stored version keeps in an
 * annotation: a target is a type and up to three values here, and a field for each
 * value there.
 */
import { decodeJson, encodeJson } from '@keelson/schema';

import type { KeptItem } from '../v1/kept-items.conversion.ts';
import { MetricSpec as StoredMetricSpec } from '../v1/metric-spec.ts';
import type { MetricTarget } from './metric-identifier.ts';
import { MetricSpec } from './metric-spec.ts';

export function keepMetric(metric: MetricSpec): KeptItem<StoredMetricSpec> {
  const item = toStored(metric);
  return isSame(fromStored(item), metric) ? { item } : { item, exact: metric };
}

/** The original is good as long as the item still says the same. */
export function restoreMetric({ item, exact }: KeptItem<StoredMetricSpec>): MetricSpec {
  if (exact === undefined) return fromStored(item);
  const decoded = decodeJson(MetricSpec, exact);
  const isCurrent = decoded.ok && encodeStored(toStored(decoded.object)) === encodeStored(item);
  return isCurrent ? decoded.object : fromStored(item);
}

function isSame(a: MetricSpec, b: MetricSpec): boolean {
  return encodeJson(MetricSpec, a) === encodeJson(MetricSpec, b);
}

function encodeStored(item: StoredMetricSpec): string {
  return encodeJson(StoredMetricSpec, item);
}

function toStored({ type, object, pods, resource, containerResource, external }: MetricSpec): StoredMetricSpec {
  return {
    type,
    ...(object && { object: storedObject(object) }),
    ...(pods && { pods: storedPods(pods) }),
    ...(resource && { resource: { name: resource.name, ...shares(resource.target) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        ...shares(containerResource.target),
        container: containerResource.container,
      },
    }),
    ...(external && { external: storedExternal(external) }),
  };
}

function storedObject({ describedObject, metric, target }: NonNullable<MetricSpec['object']>) {
  return {
    target: describedObject,
    metricName: metric.name,
    targetValue: target.value ?? '0',
    ...(metric.selector && { selector: metric.selector }),
    ...(target.averageValue !== undefined && { averageValue: target.averageValue }),
  };
}

function storedPods({ metric, target }: NonNullable<MetricSpec['pods']>) {
  return {
    metricName: metric.name,
    targetAverageValue: target.averageValue ?? '0',
    ...(metric.selector && { selector: metric.selector }),
  };
}

function storedExternal({ metric, target }: NonNullable<MetricSpec['external']>) {
  return {
    metricName: metric.name,
    ...(metric.selector && { metricSelector: metric.selector }),
    ...(target.value !== undefined && { targetValue: target.value }),
    ...(target.averageValue !== undefined && { targetAverageValue: target.averageValue }),
  };
}

function shares({ averageUtilization, averageValue }: MetricTarget) {
  return {
    ...(averageUtilization !== undefined && { targetAverageUtilization: averageUtilization }),
    ...(averageValue !== undefined && { targetAverageValue: averageValue }),
  };
}

function fromStored({ type, object, pods, resource, containerResource, external }: StoredMetricSpec): MetricSpec {
  return {
    type,
    ...(object && {
      object: {
        describedObject: object.target,
        target: target({ value: object.targetValue, averageValue: object.averageValue }),
        metric: identifier(object.metricName, object.selector),
      },
    }),
    ...(pods && {
      pods: {
        metric: identifier(pods.metricName, pods.selector),
        target: target({ averageValue: pods.targetAverageValue }),
      },
    }),
    ...(resource && { resource: { name: resource.name, target: sharesTarget(resource) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        target: sharesTarget(containerResource),
        container: containerResource.container,
      },
    }),
    ...(external && {
      external: {
        metric: identifier(external.metricName, external.metricSelector),
        target: externalTarget(external),
      },
    }),
  };
}

function identifier(name: string, selector: NonNullable<MetricSpec['pods']>['metric']['selector']) {
  return { name, ...(selector && { selector }) };
}

/** An average, where there is one, is what counts. */
function target({ value, averageValue }: { value?: string; averageValue: string | undefined }): MetricTarget {
  return {
    type: averageValue === undefined ? 'Value' : 'AverageValue',
    ...(value !== undefined && { value }),
    ...(averageValue !== undefined && { averageValue }),
  };
}

function externalTarget({ targetValue, targetAverageValue }: NonNullable<StoredMetricSpec['external']>): MetricTarget {
  return {
    type: targetValue === undefined ? 'AverageValue' : 'Value',
    ...(targetValue !== undefined && { value: targetValue }),
    ...(targetAverageValue !== undefined && { averageValue: targetAverageValue }),
  };
}

function sharesTarget(source: { targetAverageUtilization?: number; targetAverageValue?: string }): MetricTarget {
  const { targetAverageUtilization: averageUtilization, targetAverageValue: averageValue } = source;
  return {
    type: averageUtilization === undefined ? 'AverageValue' : 'Utilization',
    ...(averageValue !== undefined && { averageValue }),
    ...(averageUtilization !== undefined && { averageUtilization }),
  };
}
