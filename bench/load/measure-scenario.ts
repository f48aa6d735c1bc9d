/** Runs a scenario against every server in turns, A B A B, and keeps what each round showed. */
import type { Done } from './generator/job.ts';
import { addLatencies, quantile } from './generator/latencies.ts';
import type { Generator } from './generator/start-generator.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { processUse } from './servers/process-use.ts';
import type { Target } from './servers/target.ts';

export interface Round {
  readonly target: string;
  readonly ratePerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  /** Of the server; NaN where it cannot be seen. */
  readonly cpuMsPerThousand: number;
  /** Of the load. */
  readonly loadCpuMsPerThousand: number;
  readonly megabytesPerSecond: number;
  readonly residentMegabytes: number;
  readonly failed: number;
  readonly failure?: string;
}

const usualRounds = 3;

export function measureScenario(
  scenario: Scenario,
  targets: readonly Target[],
  generator: Generator,
): Promise<Round[]> {
  const { job, undo } = scenario;
  return measureInTurns(
    targets.map((target) => ({ target, job, undo })),
    scenario,
    generator,
  );
}

/** What takes turns with others: a job, and the server that does it. Told apart by the name of the target. */
export interface Contestant {
  readonly target: Target;
  readonly job: Scenario['job'];
  readonly undo?: Scenario['undo'] | undefined;
}

export async function measureInTurns(
  contestants: readonly Contestant[],
  { rounds = usualRounds, repeats = 1 }: Pick<Scenario, 'rounds' | 'repeats'>,
  generator: Generator,
): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    // Who comes first alternates.
    const inTurn = round % 2 === 1 ? contestants : contestants.toReversed();
    for (const contestant of inTurn) measured.push(await measureRound(contestant, { round, repeats }, generator));
  }
  return measured;
}

async function measureRound(
  { target, job, undo }: Contestant,
  { round, repeats }: { readonly round: number; readonly repeats: number },
  generator: Generator,
): Promise<Round> {
  const dones: Done[] = [];
  let cpuMs = 0;
  let residentBytes = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const before = await use(target);
    dones.push(await generator.run(job(target.server, round)));
    const after = await use(target);
    cpuMs += after.cpuMs - before.cpuMs;
    residentBytes = after.residentBytes;
    if (undo !== undefined) await generator.run(undo(target.server, round));
  }
  return roundOf(target.name, addUp(dones), cpuMs, residentBytes);
}

async function use({ pid }: Target): Promise<{ cpuMs: number; residentBytes: number }> {
  return pid === undefined ? { cpuMs: Number.NaN, residentBytes: Number.NaN } : processUse(pid);
}

/** As if it had been one job. */
export function addUp(dones: readonly Done[]): Done {
  const sum = (pick: (done: Done) => number): number => dones.reduce((total, done) => total + pick(done), 0);
  const failure = dones.find((done) => done.failure !== undefined)?.failure;
  return {
    count: sum(({ count }) => count),
    failed: sum(({ failed }) => failed),
    bytes: sum(({ bytes }) => bytes),
    elapsedMs: sum(({ elapsedMs }) => elapsedMs),
    cpuMs: sum(({ cpuMs }) => cpuMs),
    latencies: addLatencies(dones.map(({ latencies }) => latencies)),
    ...(failure !== undefined && { failure }),
  };
}

function roundOf(target: string, done: Done, cpuMs: number, residentBytes: number): Round {
  const { count, failed, failure, bytes, elapsedMs, latencies } = done;
  return {
    target,
    ratePerSecond: (count * 1_000) / elapsedMs,
    p50Ms: quantile(latencies, 0.5) / 1_000,
    p99Ms: quantile(latencies, 0.99) / 1_000,
    p999Ms: quantile(latencies, 0.999) / 1_000,
    cpuMsPerThousand: (cpuMs * 1_000) / count,
    loadCpuMsPerThousand: (done.cpuMs * 1_000) / count,
    megabytesPerSecond: bytes / 1_000 / elapsedMs,
    residentMegabytes: residentBytes / 1e6,
    failed,
    ...(failure !== undefined && { failure }),
  };
}
