/** Opens the ranges that Services are given addresses and ports from. To be called before the watch cache starts. */
import type { WatchCache } from '@keelson/cache';
import { openClusterRanges, type ClusterRanges } from '@keelson/registry';
import type { Storage } from '@keelson/storage';
import type { Metrics } from '@keelson/telemetry';

import type { ServerConfiguration } from './configuration.ts';
import { measureRanges } from './measure/measure-ranges.ts';

interface Store {
  readonly cache: WatchCache;
  readonly storage: Pick<Storage, 'prefix'>;
}

export function openRanges(
  { services, gatesOff }: Pick<ServerConfiguration, 'services' | 'gatesOff'>,
  { metrics }: { readonly metrics: Pick<Metrics, 'counter' | 'gauge'> },
  { cache, storage: { prefix } }: Store,
): ClusterRanges {
  const reservesStatic = !gatesOff.has('ServiceIPStaticSubrange');
  const { addresses, ports } = services;
  const ranges = openClusterRanges({ addresses, ports, reservesStatic, cache, prefix });
  measureRanges(metrics, ranges);
  return ranges;
}
