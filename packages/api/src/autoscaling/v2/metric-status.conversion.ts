/**
 * Readings of metrics of v2 and v2beta2 in the form that the stored version keeps in
 * an annotation: up to three current values here, a field for each there.
 */
import { decodeJson, encodeJson } from '@keelson/schema';

import type { KeptItem } from '../v1/kept-items.conversion.ts';
import { MetricStatus as StoredMetricStatus } from '../v1/metric-status.ts';
import type { MetricIdentifier, MetricValueStatus } from './metric-identifier.ts';
import { MetricStatus } from './metric-status.ts';

export function keepReading(reading: MetricStatus): KeptItem<StoredMetricStatus> {
  const item = toStored(reading);
  return isSame(fromStored(item), reading) ? { item } : { item, exact: reading };
}

/** The original is good as long as the item still says the same. */
export function restoreReading({ item, exact }: KeptItem<StoredMetricStatus>): MetricStatus {
  if (exact === undefined) return fromStored(item);
  const decoded = decodeJson(MetricStatus, exact);
  const isCurrent = decoded.ok && encodeStored(toStored(decoded.object)) === encodeStored(item);
  return isCurrent ? decoded.object : fromStored(item);
}

function isSame(a: MetricStatus, b: MetricStatus): boolean {
  return encodeJson(MetricStatus, a) === encodeJson(MetricStatus, b);
}

function encodeStored(item: StoredMetricStatus): string {
  return encodeJson(StoredMetricStatus, item);
}

function toStored({ type, object, pods, resource, containerResource, external }: MetricStatus): StoredMetricStatus {
  return {
    type,
    ...(object && { object: storedObject(object) }),
    ...(pods && {
      pods: {
        metricName: pods.metric.name,
        currentAverageValue: pods.current.averageValue ?? '0',
        ...(pods.metric.selector && { selector: pods.metric.selector }),
      },
    }),
    ...(resource && { resource: { name: resource.name, ...shares(resource.current) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        ...shares(containerResource.current),
        container: containerResource.container,
      },
    }),
    ...(external && { external: storedExternal(external) }),
  };
}

function storedObject({ describedObject, metric, current }: NonNullable<MetricStatus['object']>) {
  return {
    target: describedObject,
    metricName: metric.name,
    currentValue: current.value ?? '0',
    ...(metric.selector && { selector: metric.selector }),
    ...(current.averageValue !== undefined && { averageValue: current.averageValue }),
  };
}

function storedExternal({ metric, current }: NonNullable<MetricStatus['external']>) {
  return {
    metricName: metric.name,
    ...(metric.selector && { metricSelector: metric.selector }),
    currentValue: current.value ?? '0',
    ...(current.averageValue !== undefined && { currentAverageValue: current.averageValue }),
  };
}

function shares({ averageUtilization, averageValue }: MetricValueStatus) {
  return {
    ...(averageUtilization !== undefined && { currentAverageUtilization: averageUtilization }),
    currentAverageValue: averageValue ?? '0',
  };
}

function fromStored({ type, object, pods, resource, containerResource, external }: StoredMetricStatus): MetricStatus {
  return {
    type,
    ...(object && {
      object: {
        metric: identifier(object.metricName, object.selector),
        current: current(object.currentValue, object.averageValue),
        describedObject: object.target,
      },
    }),
    ...(pods && {
      pods: {
        metric: identifier(pods.metricName, pods.selector),
        current: { averageValue: pods.currentAverageValue },
      },
    }),
    ...(resource && { resource: { name: resource.name, current: sharesRead(resource) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        current: sharesRead(containerResource),
        container: containerResource.container,
      },
    }),
    ...(external && {
      external: {
        metric: identifier(external.metricName, external.metricSelector),
        current: current(external.currentValue, external.currentAverageValue),
      },
    }),
  };
}

function identifier(name: string, selector: MetricIdentifier['selector']): MetricIdentifier {
  return { name, ...(selector && { selector }) };
}

function current(value: string, averageValue: string | undefined): MetricValueStatus {
  return { value, ...(averageValue !== undefined && { averageValue }) };
}

function sharesRead(source: { currentAverageUtilization?: number; currentAverageValue: string }): MetricValueStatus {
  const { currentAverageUtilization: averageUtilization, currentAverageValue: averageValue } = source;
  return { averageValue, ...(averageUtilization !== undefined && { averageUtilization }) };
}
