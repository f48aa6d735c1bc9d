/**
 * Runs the cases in cases/, or those whose name contains the first argument, prints a
 * line for each, and fails when one is above its limit.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { BenchCase, CpuCase, RatioCase, TimeCase } from './bench-case.ts';
import { measureCpu } from './measure-cpu.ts';
import { measureRatio, median } from './measure.ts';

interface Outcome {
  readonly line: string;
  readonly isWithinLimit: boolean;
}

async function loadCases(folder: string): Promise<BenchCase[]> {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.js')) : [];
  const modules = await Promise.all(
    files.toSorted().map(async (file) => {
      const loaded = (await import(pathToFileURL(join(folder, file)).href)) as { readonly cases: readonly BenchCase[] };
      return loaded.cases;
    }),
  );
  return modules.flat();
}

async function run(bench: BenchCase): Promise<Outcome> {
  switch (bench.kind) {
    case 'ratio':
      return runRatio(bench);
    case 'time':
      return runTime(bench);
    case 'cpu':
      return runCpu(bench);
  }
}

function runRatio({ name, subject, baseline, atMost }: RatioCase): Outcome {
  const timing = measureRatio(subject, baseline, { rounds: 41, now: () => process.hrtime.bigint() });
  const isWithinLimit = atMost === undefined || timing.ratio <= atMost;
  const times = `${toMicros(timing.subjectNs)} against ${toMicros(timing.baselineNs)}`;
  const limit = atMost === undefined ? '' : `, limit ${atMost.toFixed(2)}`;
  return {
    line: `${verdict(isWithinLimit)} ${name}: ${timing.ratio.toFixed(2)} times (${times}${limit})`,
    isWithinLimit,
  };
}

async function runTime({ name, timeOnceMs, atMostMs, close }: TimeCase): Promise<Outcome> {
  const times: number[] = [];
  // One after the other: two at once would time each other.
  for (let round = 0; round < 7; round += 1) times.push(await timeOnceMs());
  await close?.();
  const middle = median(times);
  const isWithinLimit = atMostMs === undefined || middle <= atMostMs;
  const limit = atMostMs === undefined ? '' : ` (limit ${atMostMs} ms)`;
  return { line: `${verdict(isWithinLimit)} ${name}: ${middle.toFixed(1)} ms${limit}`, isWithinLimit };
}

async function runCpu({ name, subject, baseline, atMost, atMostMs, close }: CpuCase): Promise<Outcome> {
  const { subjectNs, baselineNs, ratio } = await measureCpu(subject, baseline);
  await close?.();
  const isWithinLimit = (atMost ?? Infinity) >= (ratio ?? 0) && (atMostMs ?? Infinity) >= subjectNs / 1e6;
  const against = baselineNs === undefined ? '' : ` against ${toMicros(baselineNs)}, ${(ratio ?? 0).toFixed(2)} times`;
  const limits = [
    ...(atMost === undefined ? [] : [`limit ${atMost.toFixed(2)} times`]),
    ...(atMostMs === undefined ? [] : [`limit ${atMostMs} ms`]),
  ];
  return {
    line: `${verdict(isWithinLimit)} ${name}: ${toMicros(subjectNs)} of CPU${against}${limits.map((limit) => ` (${limit})`).join('')}`,
    isWithinLimit,
  };
}

function toMicros(ns: number): string {
  return `${(ns / 1000).toFixed(2)} µs`;
}

function verdict(isWithinLimit: boolean): string {
  return isWithinLimit ? 'ok  ' : 'SLOW';
}

const chosen = process.argv[2] ?? '';
const cases = (await loadCases(join(import.meta.dirname, 'cases'))).filter(({ name }) => name.includes(chosen));
if (cases.length === 0) console.log('There are no cases to run.');
for (const bench of cases) {
  const { line, isWithinLimit } = await run(bench);
  console.log(line);
  if (!isWithinLimit) process.exitCode = 1;
}
