/** The shares of zones in the processors of a cluster, which hints of topology go by. */
import type { Node } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import { ratioOfQuantities } from '@keelson/meta';

import { zoneLabel } from './slice-object.ts';

/** By the name of the zone; together 1. There are two zones at least. */
export type ZoneShares = ReadonlyMap<string, number>;

const controlPlaneLabels = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];

/**
 * Undefined where no shares can be told: with fewer than two zones, or with a node that has no zone or no processors.
 * Nodes that are not ready, and those of the control plane, do not count.
 */
export function zoneSharesOf(nodes: Iterable<CachedObject<Node>>): ZoneShares | undefined {
  const millisByZone = new Map<string, number>();
  let total = 0;
  for (const node of nodes) {
    const { zone, millis } = zoneFactsOf(node) ?? {};
    if (zone === undefined || millis === undefined) continue;
    if (zone === '' || millis <= 0) return undefined;
    millisByZone.set(zone, (millisByZone.get(zone) ?? 0) + millis);
    total += millis;
  }
  if (millisByZone.size < 2) return undefined;
  return new Map([...millisByZone].sort(byZone).map(([zone, millis]) => [zone, millis / total]));
}

interface ZoneFacts {
  readonly zone: string;
  /** Of a processor. */
  readonly millis: number;
}

/** What the shares depend on of a node; undefined for one that does not count. */
export function zoneFactsOf({ head, decoded }: CachedObject<Node>): ZoneFacts | undefined {
  if (!decoded.ok || controlPlaneLabels.some((label) => Object.hasOwn(head.labels, label))) return undefined;
  const { conditions = [], allocatable = {} } = decoded.object.status;
  if (conditions.find(({ type }) => type === 'Ready')?.status !== 'True') return undefined;
  return { zone: head.labels[zoneLabel] ?? '', millis: ratioOfQuantities(allocatable['cpu'] ?? '0', '1m') };
}

export function byZone([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
