/** The inputs of a fault, and the function that makes one. */
import type { Random } from '../support/random.ts';
import type { EtcdHistory } from './etcd-history.ts';
import type { World } from './world.ts';

export interface FaultParts {
  readonly world: World;
  readonly history: EtcdHistory;
  readonly random: Random;
  readonly longestMs: number;
}

/** Makes a fault and undoes it. Returns its target. */
export type FaultMaker = (parts: FaultParts, lastingMs: number) => Promise<string>;
