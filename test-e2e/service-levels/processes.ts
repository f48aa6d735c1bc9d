/** Memory and file descriptors of processes, read from /proc at intervals. */
import { readdir } from 'node:fs/promises';

import { residentMebibytes } from '../support/process-use.ts';

export interface Holding {
  readonly atMs: number;
  readonly memoryMiB: number;
  readonly descriptors: number;
}

async function readHolding(pid: number): Promise<Holding> {
  const { length } = await readdir(`/proc/${String(pid)}/fd`);
  const memoryMiB = await residentMebibytes(pid);
  if (Number.isNaN(memoryMiB)) throw new Error('the process has ended');
  return { atMs: performance.now(), memoryMiB, descriptors: length };
}

/** Returns the function that ends it and tells what each of them held. */
export function followProcesses(pids: readonly number[], everyMs: number): () => readonly (readonly Holding[])[] {
  const holdings: readonly Holding[][] = pids.map(() => []);
  const timer = setInterval(() => {
    for (const [index, pid] of pids.entries()) {
      // One that is gone holds nothing; the requests tell of it.
      void readHolding(pid).then(
        (holding) => holdings[index]?.push(holding),
        () => undefined,
      );
    }
  }, everyMs);
  return () => {
    clearInterval(timer);
    return holdings;
  };
}

export interface Trend {
  readonly first: number;
  readonly last: number;
  /** By the line through all of them (least squares). */
  readonly perHour: number;
}

/** Medians of the first and of the last third of the values, and their slope. */
export function trendOf(holdings: readonly Holding[], value: (holding: Holding) => number): Trend {
  const values = holdings.map(value);
  const third = Math.ceil(values.length / 3);
  const hours = holdings.map(({ atMs }) => atMs / 3_600_000);
  const [meanHour, mean] = [meanOf(hours), meanOf(values)];
  let [covariance, variance] = [0, 0];
  for (const [index, hour] of hours.entries()) {
    covariance += (hour - meanHour) * ((values[index] ?? 0) - mean);
    variance += (hour - meanHour) ** 2;
  }
  return {
    first: medianOf(values.slice(0, third)),
    last: medianOf(values.slice(-third)),
    perHour: variance === 0 ? 0 : covariance / variance,
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
