/** Dependencies that admission plugins are constructed with. */
import type { Metrics } from '@keelson/telemetry';

import type { AdmissionPlugin } from './plugin.ts';
import type { QuotaParts } from './quota/quota-parts.ts';
import type { MayDo } from './rights.ts';
import type { Listers } from './listers.ts';

export interface PluginParts {
  readonly listers: Listers;
  readonly mayDo: MayDo;
  /** Plugins that are made on higher floors, by their names. */
  readonly others?: ReadonlyMap<string, AdmissionPlugin> | undefined;
  /** A random name suffix, long enough that no two volumes of a pod share a name. */
  readonly makeSuffix: () => string;
  /** Five minutes each without it. */
  readonly tolerationSeconds?: TolerationSeconds | undefined;
  /** Absent where quotas are not enforced, whatever the names of the plugins say. */
  readonly quotas?: QuotaParts | undefined;
  /** Absent where nothing is measured. */
  readonly metrics?: Metrics | undefined;
  /** Yields to the event loop. Call it between steps of work that clients can make long; await the promise, if any. */
  readonly giveWay: () => Promise<void> | undefined;
}

/** Seconds that pods stay by default on a node that is not ready, and on one that cannot be reached. */
export interface TolerationSeconds {
  readonly notReady: number;
  readonly unreachable: number;
}
