/** A pod's usage: itself, and the requests and limits of its containers, until it has ended. */
import { addAmounts, maxAmounts, noAmounts, toAmounts, type Amounts } from '@keelson/meta';
import type { QuotaRules, ScopeRequirement } from '@keelson/schema';

import type { PodAffinityTerm } from './affinity.ts';
import type { Container } from './container.ts';
import { qosClassOf } from './pod-qos.ts';
import type { Pod } from './pod.ts';
import { isExtendedResource, isHugePages, isNativeResource } from './resource-name.rules.ts';

const compute = ['cpu', 'memory', 'ephemeral-storage'] as const;
const named: ReadonlySet<string> = new Set([
  'pods',
  ...compute.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);

/** A pod has to state these where a quota limits them; it need not state others. */
const toBeStated = ['cpu', 'limits.cpu', 'limits.memory', 'memory', 'requests.cpu', 'requests.memory'];

export const podQuota: QuotaRules<Pod> = { counts: isAmountOfPods, usageOf, findUnstated, fitsScope };

function isAmountOfPods(name: string): boolean {
  if (named.has(name) || isHugePages(name)) return true;
  if (!name.startsWith('requests.')) return false;
  return isHugePages(name.slice('requests.'.length)) || !isNativeResource(name);
}

function usageOf(pod: Pod, nowMs: number): Amounts {
  if (hasEnded(pod, nowMs)) return noAmounts;
  const { containers, initContainers, overhead } = pod.spec;
  return amountsOf({
    requests: together(containers, initContainers, overhead, ({ resources }) => resources.requests),
    limits: together(containers, initContainers, overhead, ({ resources }) => resources.limits),
  });
}

/** A pod that outstays its grace period, as on a node that is lost, does not keep others from starting. */
function hasEnded({ metadata, status }: Pod, nowMs: number): boolean {
  if (status.phase === 'Failed' || status.phase === 'Succeeded') return true;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (typeof deletionTimestamp !== 'string' || deletionGracePeriodSeconds === undefined) return false;
  return nowMs > Date.parse(deletionTimestamp) + Number(deletionGracePeriodSeconds) * 1_000;
}

type Stated = Readonly<Record<string, string>> | undefined;
type Containers = readonly Container[] | null | undefined;

/** Containers run at once and add up; init containers run one by one, so that the greatest counts. */
function together(containers: Containers, init: Containers, overhead: Stated, of: (each: Container) => Stated) {
  let sum = noAmounts;
  for (const each of containers ?? []) sum = addAmounts(sum, toAmounts(of(each)));
  for (const each of init ?? []) sum = maxAmounts(sum, toAmounts(of(each)));
  return addAmounts(sum, toAmounts(overhead));
}

function amountsOf({ requests, limits }: { readonly requests: Amounts; readonly limits: Amounts }): Amounts {
  const amounts = new Map([['pods', '1']]);
  for (const [name, amount] of requests) {
    const isCompute = named.has(name);
    if (isCompute || isHugePages(name)) amounts.set(name, amount);
    if (isCompute || isHugePages(name) || isExtendedResource(name)) amounts.set(`requests.${name}`, amount);
  }
  for (const name of compute) {
    const limit = limits.get(name);
    if (limit !== undefined) amounts.set(`limits.${name}`, limit);
  }
  return amounts;
}

function findUnstated({ spec }: Pod, names: ReadonlySet<string>): string | undefined {
  const needed = toBeStated.filter((name) => names.has(name));
  if (needed.length === 0) return undefined;
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name, resources }) => ({
    name,
    stated: amountsOf({ requests: toAmounts(resources.requests), limits: toAmounts(resources.limits) }),
  }));
  const missing = needed.flatMap((amount) => {
    const lacking = containers.filter(({ stated }) => !stated.has(amount)).map(({ name }) => name);
    return lacking.length === 0 ? [] : [`${amount} for: ${[...new Set(lacking)].sort().join(',')}`];
  });
  return missing.length === 0 ? undefined : `must specify ${missing.join('; ')}`;
}

function fitsScope({ spec }: Pod, requirement: ScopeRequirement): boolean {
  switch (requirement.scopeName) {
    case 'Terminating':
      return hasDeadline(spec);
    case 'NotTerminating':
      return !hasDeadline(spec);
    case 'BestEffort':
      return qosClassOf(spec) === 'BestEffort';
    case 'NotBestEffort':
      return qosClassOf(spec) !== 'BestEffort';
    case 'PriorityClass':
      return fitsPriorityClass(spec.priorityClassName ?? '', requirement);
    case 'CrossNamespacePodAffinity':
      return looksIntoNamespaces(spec);
    default:
      return false;
  }
}

function hasDeadline({ activeDeadlineSeconds }: Pod['spec']): boolean {
  return activeDeadlineSeconds !== undefined && activeDeadlineSeconds >= 0;
}

/** A pod without a priority class is in no set, and outside of each. */
function fitsPriorityClass(name: string, { operator, values = [] }: ScopeRequirement): boolean {
  switch (operator) {
    case 'Exists':
      return name !== '';
    case 'DoesNotExist':
      return name === '';
    case 'In':
      return name !== '' && values.includes(name);
    case 'NotIn':
      return !values.includes(name);
    default:
      return false;
  }
}

function looksIntoNamespaces({ affinity }: Pod['spec']): boolean {
  return [affinity?.podAffinity, affinity?.podAntiAffinity].some((rules) => {
    const required = rules?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const preferred = rules?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    return required.some(namesNamespaces) || preferred.some(({ podAffinityTerm }) => namesNamespaces(podAffinityTerm));
  });
}

function namesNamespaces({ namespaces, namespaceSelector }: PodAffinityTerm): boolean {
  return (namespaces ?? []).length > 0 || namespaceSelector !== undefined;
}
