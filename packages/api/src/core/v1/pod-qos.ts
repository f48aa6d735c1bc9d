/** The QoS class of a pod, derived from the requests and limits of its containers. */
import { compareQuantity, signOfQuantity } from '@keelson/meta';

import type { Container } from './container.ts';
import type { PodSpec } from './pod-spec.ts';

type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

const counted = ['cpu', 'memory'] as const;

/** Guaranteed: every container has limits for all that counts, and asks for exactly that. */
export function qosClassOf(spec: PodSpec): QosClass {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  if (!containers.some(asksForAnything)) return 'BestEffort';
  return containers.every(hasAllLimits) && containers.every(asksForItsLimits) ? 'Guaranteed' : 'Burstable';
}

type Amounts = Readonly<Record<string, string>>;

function amountOf(amounts: Amounts | undefined, name: string): string | undefined {
  const amount = amounts !== undefined && Object.hasOwn(amounts, name) ? amounts[name] : undefined;
  return amount !== undefined && signOfQuantity(amount) > 0 ? amount : undefined;
}

function asksForAnything({ resources: { limits, requests } }: Container): boolean {
  return counted.some((name) => amountOf(limits, name) !== undefined || amountOf(requests, name) !== undefined);
}

function hasAllLimits({ resources: { limits } }: Container): boolean {
  return counted.every((name) => amountOf(limits, name) !== undefined);
}

function asksForItsLimits({ resources: { limits, requests } }: Container): boolean {
  return counted.every((name) => {
    const [limit, request] = [amountOf(limits, name), amountOf(requests, name)];
    return limit !== undefined && request !== undefined && compareQuantity(limit, request) === 0;
  });
}
