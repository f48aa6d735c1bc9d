/** Defaults of limit ranges: the default limits and requests of containers, from the bounds. */
import { roundToMilli } from './resource-list.defaults.ts';

type ResourceList = Record<string, string>;

interface LimitRangeItem {
  type: string;
  max?: ResourceList;
  min?: ResourceList;
  default?: ResourceList;
  defaultRequest?: ResourceList;
  maxLimitRequestRatio?: ResourceList;
}

export function completeLimitRangeItem(item: LimitRangeItem): void {
  if (item.type === 'Container') completeContainerLimits(item);
  for (const list of [item.max, item.min, item.default, item.defaultRequest, item.maxLimitRequestRatio]) {
    roundToMilli(list);
  }
}

/** A limit is by default the largest allowed; a request is the limit, or else the smallest allowed. */
function completeContainerLimits(item: LimitRangeItem): void {
  const limits = { ...item.max, ...item.default };
  const requests = { ...item.min, ...limits, ...item.defaultRequest };
  if (Object.keys(limits).length > 0) item.default = limits;
  if (Object.keys(requests).length > 0) item.defaultRequest = requests;
}
