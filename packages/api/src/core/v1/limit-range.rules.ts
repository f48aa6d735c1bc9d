/** Validates limit ranges: known names, and bounds that leave room between them. */
import { compareQuantity, qualifiedName, ratioOfQuantities } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import type { LimitRange, LimitRangeItem } from './limit-range.ts';
import { isOvercommitAllowed, validateContainerResourceName, validateResourceName } from './resource-name.rules.ts';

export const limitRangeRules = [
  'Each entry is of another type: Pod, Container, PersistentVolumeClaim or a qualified name.',
  'Resources have known names; those of pods and containers are resources of containers.',
  'Pods have no default and no defaultRequest; claims have a minimum or a maximum of storage.',
  'For each resource: min ≤ defaultRequest ≤ default ≤ max, and 1 ≤ maxLimitRequestRatio ≤ max / min.',
  'What cannot be overcommitted has one value for default and defaultRequest.',
];

export const limitRangeHooks: ResourceHooks<LimitRange> = {
  validateCreate: validateLimitRange,
  validateUpdate: (object, _old, report) => validateLimitRange(object, report),
};

function validateLimitRange({ spec }: LimitRange, report: Report): void {
  const types = new Set<string>();
  eachItem(report, 'spec.limits', spec.limits, (item) => {
    validateType(item.type, report);
    if (types.has(item.type)) report.duplicate('type', item.type);
    types.add(item.type);
    validateItem(item, report);
  });
}

const knownTypes = ['Pod', 'Container', 'PersistentVolumeClaim'];

function validateType(type: string, report: Report): void {
  const problems = qualifiedName.check(type);
  for (const problem of problems) report.invalid('type', type, problem);
  if (problems.length === 0 && !type.includes('/') && !knownTypes.includes(type)) {
    report.invalid('type', type, 'must be a standard limit type or fully qualified');
  }
}

const boundKeys = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;
type BoundKey = (typeof boundKeys)[number];

function validateItem(item: LimitRangeItem, report: Report): void {
  const isOfPods = item.type === 'Pod';
  const names = new Set<string>();
  for (const key of boundKeys) {
    const bounds = Object.keys(item[key] ?? {});
    if (isOfPods && (key === 'default' || key === 'defaultRequest')) {
      if (bounds.length > 0) report.forbidden(key, "may not be specified when `type` is 'Pod'");
      continue;
    }
    if (key === 'maxLimitRequestRatio') requireStorage(item, report);
    for (const name of bounds) {
      validateName(item.type, name, `${key}[${name}]`, report);
      names.add(name);
    }
  }
  for (const name of names) validateBounds(boundsOf(item, name, isOfPods), name, report);
}

function validateName(type: string, name: string, path: string, report: Report): void {
  if (type === 'Pod' || type === 'Container') validateContainerResourceName(name, path, report);
  else validateResourceName(name, path, report);
}

function requireStorage({ type, min = {}, max = {} }: LimitRangeItem, report: Report): void {
  if (type !== 'PersistentVolumeClaim' || Object.hasOwn(min, 'storage') || Object.hasOwn(max, 'storage')) return;
  report.required('limits', 'either minimum or maximum storage value is required, but neither was provided');
}

type Bounds = { readonly [Key in BoundKey]?: string };

function boundsOf(item: LimitRangeItem, name: string, isOfPods: boolean): Bounds {
  const has = (key: BoundKey): boolean =>
    Object.hasOwn(item[key] ?? {}, name) && !(isOfPods && (key === 'default' || key === 'defaultRequest'));
  return Object.fromEntries(boundKeys.flatMap((key) => (has(key) ? [[key, item[key]?.[name]]] : [])));
}

/** `value` is what the message repeats; not always the one at fault. */
interface Order {
  readonly low: BoundKey;
  readonly high: BoundKey;
  readonly at: BoundKey;
  readonly value: BoundKey;
  readonly words: readonly [low: string, high: string];
}

const orders: readonly Order[] = [
  { low: 'min', high: 'max', at: 'min', value: 'min', words: ['min', 'max'] },
  {
    low: 'min',
    high: 'defaultRequest',
    at: 'defaultRequest',
    value: 'defaultRequest',
    words: ['min', 'default request'],
  },
  {
    low: 'defaultRequest',
    high: 'max',
    at: 'defaultRequest',
    value: 'defaultRequest',
    words: ['default request', 'max'],
  },
  {
    low: 'defaultRequest',
    high: 'default',
    at: 'defaultRequest',
    value: 'defaultRequest',
    words: ['default request', 'default limit'],
  },
  { low: 'min', high: 'default', at: 'default', value: 'min', words: ['min', 'default'] },
  { low: 'default', high: 'max', at: 'default', value: 'max', words: ['default', 'max'] },
];

function validateBounds(bounds: Bounds, name: string, report: Report): void {
  for (const { low, high, at, value, words } of orders) {
    const [lower, upper] = [bounds[low], bounds[high]];
    if (lower === undefined || upper === undefined || compareQuantity(lower, upper) <= 0) continue;
    const detail = `${words[0]} value ${lower} is greater than ${words[1]} value ${upper}`;
    report.invalid(`${at}[${name}]`, bounds[value], detail);
  }
  validateRatio(bounds, name, report);
  const { default: limit, defaultRequest: request } = bounds;
  if (isOvercommitAllowed(name) || limit === undefined || request === undefined) return;
  if (compareQuantity(limit, request) === 0) return;
  const detail = `default value ${limit} must equal to defaultRequest value ${request} in ${name}`;
  report.invalid(`defaultRequest[${name}]`, request, detail);
}

function validateRatio({ min, max, maxLimitRequestRatio: ratio }: Bounds, name: string, report: Report): void {
  if (ratio === undefined) return;
  const path = `maxLimitRequestRatio[${name}]`;
  if (compareQuantity(ratio, '1') < 0) report.invalid(path, ratio, `ratio ${ratio} is less than 1`);
  if (min === undefined || max === undefined) return;
  const limit = ratioOfQuantities(max, min);
  if (ratioOfQuantities(ratio, '1') <= limit || Number.isNaN(limit)) return;
  report.invalid(path, ratio, `ratio ${ratio} is greater than max/min = ${limit.toFixed(6)}`);
}
