/** The flag of worker processes: several processes that serve as one replica. */
import { availableParallelism } from 'node:os';

import { UsageError } from '../terminal.ts';
import type { Flag } from './flag.ts';

export const workerFlags = {
  workers: {
    kind: 'text',
    group: 'Serving',
    value: 'N',
    default: '1',
    about:
      'the number of processes that share the port and serve as one replica, each with a watch cache of its own; ' +
      'auto for as many as there are processors',
  },
} as const satisfies Readonly<Record<string, Flag>>;

const most = 64;

export function workersOf(text: string): number {
  if (text === 'auto') return Math.min(availableParallelism(), most);
  const workers = /^\d+$/.test(text) ? Number(text) : 0;
  if (workers >= 1 && workers <= most) return workers;
  throw new UsageError(`--workers "${text}" is neither auto nor a number from 1 to ${String(most)}`);
}
