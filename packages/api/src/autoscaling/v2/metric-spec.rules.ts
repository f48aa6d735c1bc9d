/** Rules for the metrics an autoscaler aims at: each has the one source that its type names, and a target that fits it. */
import { pathSegmentName, signOfQuantity } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { MetricIdentifier, MetricTarget } from './metric-identifier.ts';
import type { MetricSpec, ObjectMetricSource } from './metric-spec.ts';

type SourceKey = 'object' | 'external' | 'pods' | 'resource';

/** The source of containers is behind a feature gate that is off: it is as if it were not there. */
const keyByType: ReadonlyMap<string, SourceKey | 'containerResource'> = new Map([
  ['ContainerResource', 'containerResource'],
  ['External', 'external'],
  ['Object', 'object'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
]);
const types = [...keyByType.keys()];

export function validateMetrics(
  metrics: readonly MetricSpec[] | undefined,
  minReplicas: number | undefined,
  report: Report,
): void {
  eachItem(report, 'metrics', metrics, (metric) => validateMetric(metric, report));
  // The load of pods cannot be measured where there are none.
  if (minReplicas !== 0 || metrics?.some(({ type }) => type === 'Object' || type === 'External') === true) return;
  report.forbidden(
    'metrics',
    'must specify at least one Object or External metric to support scaling to zero replicas',
  );
}

type Checks = { readonly [K in SourceKey]: (source: NonNullable<MetricSpec[K]>, report: Report) => void };

/** The order decides which of several sources is looked at. */
const checks: Checks = {
  object: validateObject,
  external({ metric, target }, report) {
    validateIdentifier(metric, report);
    validateTarget(target, report);
    validateOneValue(target, report);
  },
  pods({ metric, target }, report) {
    validateIdentifier(metric, report);
    validateTarget(target, report);
    if (target.averageValue === undefined) {
      report.required('target.averageValue', 'must specify a positive target averageValue');
    }
  },
  resource({ name, target }, report) {
    if (name === '') report.required('name', 'must specify a resource name');
    validateTarget(target, report);
    validateUtilization(target, report);
  },
};

const sourceKeys = Object.keys(checks) as SourceKey[];

function validateMetric(metric: MetricSpec, report: Report): void {
  const { type } = metric;
  const expected = keyByType.get(type);
  if (type === '') report.required('type', 'must specify a metric source type');
  if (expected === undefined) report.notSupported('type', type, types);
  const given = sourceKeys.filter((key) => metric[key] !== undefined);
  const [first] = given;
  if (first !== undefined) {
    const check: (source: never, report: Report) => void = checks[first];
    report.within(first, () => check(metric[first] as never, report));
  }
  if (expected === undefined) report.notSupported('type', type, types);
  else if (!given.includes(expected as SourceKey)) requireSource(expected, report);
  for (const key of given.length === 1 ? [] : given) {
    if (key !== expected) report.forbidden(key, 'must populate the given metric source only');
  }
}

function requireSource(key: string, report: Report): void {
  const remark = key === 'containerResource' ? ' (only allowed when HPAContainerMetrics feature is enabled)' : '';
  report.required(key, `must populate information for the given metric source${remark}`);
}

function validateObject({ describedObject, metric, target }: ObjectMetricSource, report: Report): void {
  for (const key of ['kind', 'name'] as const) {
    const path = `describedObject.${key}`;
    if (describedObject[key] === '') report.required(path);
    else reportFormat(report, path, describedObject[key], pathSegmentName);
  }
  validateIdentifier(metric, report);
  validateTarget(target, report);
  if (target.value === undefined && target.averageValue === undefined) {
    report.required('target.averageValue', 'must set either a target value or averageValue');
  }
}

function validateIdentifier({ name }: MetricIdentifier, report: Report): void {
  if (name === '') report.required('metric.name', 'must specify a metric name');
  else reportFormat(report, 'metric.name', name, pathSegmentName);
}

const targetTypes = ['Utilization', 'Value', 'AverageValue'];

function validateTarget({ type, value, averageValue, averageUtilization }: MetricTarget, report: Report): void {
  if (type === '') report.required('target.type', 'must specify a metric target type');
  if (!targetTypes.includes(type)) {
    report.invalid('target.type', type, 'must be either Utilization, Value, or AverageValue');
  }
  if (value !== undefined && signOfQuantity(value) !== 1) report.invalid('target.value', value, 'must be positive');
  if (averageValue !== undefined && signOfQuantity(averageValue) !== 1) {
    report.invalid('target.averageValue', averageValue, 'must be positive');
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    report.invalid('target.averageUtilization', averageUtilization, 'must be greater than 0');
  }
}

function validateOneValue({ value, averageValue }: MetricTarget, report: Report): void {
  if (value === undefined && averageValue === undefined) {
    report.required('target.averageValue', 'must set either a target value for metric or a per-pod target');
  }
  if (value !== undefined && averageValue !== undefined) {
    report.forbidden('target.value', 'may not set both a target value for metric and a per-pod target');
  }
}

function validateUtilization({ averageUtilization, averageValue }: MetricTarget, report: Report): void {
  if (averageUtilization === undefined && averageValue === undefined) {
    report.required('target.averageUtilization', 'must set either a target raw value or a target utilization');
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    report.forbidden('target.averageValue', 'may not set both a target raw value and a target utilization');
  }
}
