/** CPU of this process, all its threads, for calls that wait in between. Rounds take turns, and the medians count. */
import { median } from './measure.ts';

export interface CpuTiming {
  /** Nanoseconds a call. */
  readonly subjectNs: number;
  readonly baselineNs?: number;
  /** The median over the rounds of the ratio within a round. */
  readonly ratio?: number;
}

type Call = () => Promise<unknown>;

const warmupCalls = 1_500;
const callsARound = 400;
const rounds = 15;

export async function measureCpu(subject: Call, baseline: Call | undefined): Promise<CpuTiming> {
  for (const call of [subject, baseline]) if (call !== undefined) await cpuNs(call, warmupCalls);
  const subjects: number[] = [];
  const baselines: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    subjects.push(await cpuNs(subject, callsARound));
    if (baseline !== undefined) baselines.push(await cpuNs(baseline, callsARound));
  }
  if (baseline === undefined) return { subjectNs: median(subjects) };
  return {
    subjectNs: median(subjects),
    baselineNs: median(baselines),
    ratio: median(subjects.map((subjectNs, round) => subjectNs / (baselines[round] ?? Number.NaN))),
  };
}

async function cpuNs(call: Call, calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < calls; count += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1_000) / calls;
}
