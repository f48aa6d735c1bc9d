/** Checks requests and limits against the bounds of a LimitRange. The texts are those of the API. */
import type { Container, LimitRange, PersistentVolumeClaim, Pod } from '@keelson/api';
import { addQuantity, compareQuantity, ratioOfQuantities, signOfQuantity } from '@keelson/meta';

type Amounts = Readonly<Record<string, string>>;
type LimitItem = NonNullable<LimitRange['spec']['limits']>[number];

interface Asked {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** A generator, one step per container and limit: the caller can yield in between and stop early, as they multiply. */
export function* checkPod({ spec }: Pod, range: LimitRange): Iterable<readonly string[]> {
  const containers = (spec.containers ?? []).map(askedBy);
  const init = (spec.initContainers ?? []).map(askedBy);
  const [each, all] = [[...containers, ...init], askedByAll(containers, init)];
  for (const item of itemsOf(range)) {
    if (item.type === 'Container') for (const asked of each) yield check(item, asked);
    else if (item.type === 'Pod') yield check(item, all);
  }
}

/** Claims have requests alone: their bounds are on those. */
export function* checkClaim({ spec }: PersistentVolumeClaim, range: LimitRange): Iterable<readonly string[]> {
  const requests = spec.resources.requests ?? {};
  for (const item of itemsOf(range)) {
    if (item.type !== 'PersistentVolumeClaim') continue;
    yield [
      ...entriesOf(item.min).flatMap((bound) => checkMinimum(item.type, bound, { requests, limits: {} })),
      ...entriesOf(item.max).flatMap((bound) => checkMaximumRequest(item.type, bound, requests)),
    ];
  }
}

function itemsOf({ spec: { limits } }: LimitRange): readonly LimitItem[] {
  return limits ?? [];
}

function askedBy({ resources }: Container): Asked {
  return { requests: resources.requests ?? {}, limits: resources.limits ?? {} };
}

/** Containers run together, so they add up; init containers run one by one, so the largest counts. */
function askedByAll(containers: readonly Asked[], init: readonly Asked[]): Asked {
  const together = (which: keyof Asked): Amounts => {
    const sum: Record<string, string> = {};
    for (const asked of containers) {
      for (const [name, amount] of Object.entries(asked[which])) sum[name] = addQuantity(sum[name] ?? '0', amount);
    }
    for (const asked of init) {
      for (const [name, amount] of Object.entries(asked[which])) {
        if (compareQuantity(amount, sum[name] ?? '0') > 0) sum[name] = amount;
      }
    }
    return sum;
  };
  return { requests: together('requests'), limits: together('limits') };
}

function check({ type, min, max, maxLimitRequestRatio }: LimitItem, asked: Asked): string[] {
  return [
    ...entriesOf(min).flatMap((bound) => checkMinimum(type, bound, asked)),
    ...entriesOf(max).flatMap((bound) => checkMaximum(type, bound, asked)),
    ...entriesOf(maxLimitRequestRatio).flatMap((bound) => checkRatio(type, bound, asked)),
  ];
}

type Bound = readonly [resource: string, amount: string];

function entriesOf(amounts: Amounts | undefined): Bound[] {
  return Object.entries(amounts ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

function checkMinimum(type: string, [resource, least]: Bound, { requests, limits }: Asked): string[] {
  const rule = `minimum ${resource} usage per ${type} is ${least}`;
  const request = requests[resource];
  const limit = limits[resource];
  if (request === undefined) return [`${rule}.  No request is specified`];
  if (compareQuantity(request, least) < 0) return [`${rule}, but request is ${request}`];
  return limit !== undefined && compareQuantity(limit, least) < 0 ? [`${rule}, but limit is ${limit}`] : [];
}

function checkMaximum(type: string, [resource, most]: Bound, { requests, limits }: Asked): string[] {
  const rule = `maximum ${resource} usage per ${type} is ${most}`;
  const request = requests[resource];
  const limit = limits[resource];
  if (limit === undefined) return [`${rule}.  No limit is specified`];
  if (compareQuantity(limit, most) > 0) return [`${rule}, but limit is ${limit}`];
  return request !== undefined && compareQuantity(request, most) > 0 ? [`${rule}, but request is ${request}`] : [];
}

function checkMaximumRequest(type: string, [resource, most]: Bound, requests: Amounts): string[] {
  const rule = `maximum ${resource} usage per ${type} is ${most}`;
  const request = requests[resource];
  if (request === undefined) return [`${rule}.  No request is specified`];
  return compareQuantity(request, most) > 0 ? [`${rule}, but request is ${request}`] : [];
}

function checkRatio(type: string, [resource, most]: Bound, { requests, limits }: Asked): string[] {
  const rule = `${resource} max limit to request ratio per ${type} is ${most}`;
  const request = requests[resource];
  const limit = limits[resource];
  if (isNothing(request)) return [`${rule}, but no request is specified or request is 0`];
  if (isNothing(limit)) return [`${rule}, but no limit is specified or limit is 0`];
  const ratio = ratioOfQuantities(limit, request);
  return ratio > ratioOfQuantities(most, '1') ? [`${rule}, but provided ratio is ${ratio.toFixed(6)}`] : [];
}

function isNothing(amount: string | undefined): amount is undefined {
  return amount === undefined || signOfQuantity(amount) === 0;
}
