/** Resource amounts as integers in thousandths, so that sums stay exact as pods are added and removed. */
import type { Pod } from '@keelson/api';
import { ratioOfQuantities } from '@keelson/meta';

export type NodeAmounts = Map<string, number>;

type Quantities = Readonly<Record<string, string>>;

/** A cache of parsed quantities: pods of one template repeat the same few texts. */
const known = new Map<string, number>();
const knownLimit = 1_000;

function amountOf(quantity: string): number {
  let amount = known.get(quantity);
  if (amount !== undefined) return amount;
  amount = Math.ceil(ratioOfQuantities(quantity, '1m'));
  if (known.size >= knownLimit) known.clear();
  known.set(quantity, amount);
  return amount;
}

export function readAmounts(quantities: Quantities | undefined): NodeAmounts {
  return new Map(Object.entries(quantities ?? {}).map(([name, quantity]) => [name, amountOf(quantity)]));
}

/**
 * The requests of a pod: the sum over its containers or, if larger, the largest init container, as these run one by
 * one; plus the overhead.
 */
export function requestsOf({ containers, initContainers = [], overhead }: Pod['spec']): NodeAmounts {
  const sum: NodeAmounts = new Map();
  for (const { resources } of containers ?? []) add(sum, readAmounts(resources.requests));
  for (const { resources } of initContainers) {
    for (const [name, amount] of readAmounts(resources.requests)) sum.set(name, Math.max(sum.get(name) ?? 0, amount));
  }
  add(sum, readAmounts(overhead));
  return sum;
}

/** Requests for scores alone: a container without requests counts as a small one, so that such pods are spread, too. */
export function scoredRequestsOf({ containers, overhead }: Pod['spec']): { cpu: number; memory: number } {
  const total = { cpu: 0, memory: 0 };
  for (const { resources } of containers ?? []) {
    const { cpu, memory } = resources.requests ?? {};
    total.cpu += cpu === undefined ? smallCpu : amountOf(cpu);
    total.memory += memory === undefined ? smallMemory : amountOf(memory);
  }
  const extra = readAmounts(overhead);
  total.cpu += extra.get('cpu') ?? 0;
  total.memory += extra.get('memory') ?? 0;
  return total;
}

const smallCpu = 100;
const smallMemory = 200 * 1024 * 1024 * 1_000;

function add(sum: NodeAmounts, amounts: NodeAmounts): void {
  for (const [name, amount] of amounts) sum.set(name, (sum.get(name) ?? 0) + amount);
}
