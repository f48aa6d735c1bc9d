/** The order in which pods of a set are removed where there are too many: those whose end costs least go first. */
import {
  createdMs,
  isReady,
  nodeOf,
  phaseOf,
  readySinceMs,
  restartsOf,
  type CachedPod,
} from '../dependents/pod-facts.ts';

const costName = 'controller.kubernetes.io/pod-deletion-cost';
const phaseRanks: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

export interface RemovalOrder {
  /** Active pods of sets with the same owner: pods that share a node with many of them go before others. */
  readonly related: readonly CachedPod[];
  readonly nowMs: number;
  /** The gates `PodDeletionCost` and `LogarithmicScaleDown`. */
  readonly gatesOff?: ReadonlySet<string>;
}

/** The first of the result goes first. */
export function inOrderOfRemoval(pods: readonly CachedPod[], order: RemovalOrder): CachedPod[] {
  const perNode = new Map<string, number>();
  for (const pod of order.related) perNode.set(nodeOf(pod), (perNode.get(nodeOf(pod)) ?? 0) + 1);
  const ranked = pods.map((pod) => ({ pod, rank: rankOf(pod, perNode.get(nodeOf(pod)) ?? 0, order) }));
  return ranked.sort((a, b) => compareRanks(a.rank, b.rank)).map(({ pod }) => pod);
}

type Rank = readonly (number | string)[];

/**
 * Not on a node, pending, not ready, of lower deletion cost, with more of its kind on its node, ready for less time,
 * restarted more often, younger. Times count by their order of magnitude, so that the choice among pods of about the
 * same age is not always that of the youngest.
 */
function rankOf(pod: CachedPod, onNode: number, { nowMs, gatesOff }: RemovalOrder): Rank {
  const ready = isReady(pod);
  const rankOfAge = gatesOff?.has('LogarithmicScaleDown') === true ? exactAge : magnitudeOf;
  return [
    nodeOf(pod) === '' ? 0 : 1,
    phaseRanks[phaseOf(pod)] ?? 0,
    ready ? 1 : 0,
    gatesOff?.has('PodDeletionCost') === true ? 0 : deletionCostOf(pod),
    -onNode,
    ready ? rankOfAge(nowMs - (readySinceMs(pod) ?? nowMs)) : 0,
    -restartsOf(pod),
    rankOfAge(nowMs - createdMs(pod)),
    pod.head.uid,
  ];
}

function magnitudeOf(ageMs: number): number {
  return ageMs > 0 ? Math.floor(Math.log2(ageMs * 1_000_000)) : -1;
}

function exactAge(ageMs: number): number {
  return ageMs;
}

/** Of a number that cannot be read: 0, which is the default. */
function deletionCostOf({ head }: CachedPod): number {
  const text = Object.hasOwn(head.annotations, costName) ? (head.annotations[costName] ?? '') : '';
  const cost = /^(?:-?[1-9]\d{0,9}|0)$/.test(text) ? Number(text) : 0;
  return Math.abs(cost) < 2 ** 31 ? cost : 0;
}

function compareRanks(a: Rank, b: Rank): number {
  const at = a.findIndex((each, index) => each !== b[index]);
  if (at < 0) return 0;
  const [left, right] = [a[at] ?? 0, b[at] ?? 0];
  return left < right ? -1 : 1;
}
