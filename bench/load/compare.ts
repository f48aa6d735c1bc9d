/**
 * What the rounds of a scenario come to: a median for each server, and the ratio within rounds. A ratio that nobody could
 * repeat is none: where requests failed, or where the rounds differ too much, the scenario counts as not measured.
 */
import { median } from '../measure.ts';
import type { Round } from './measure-scenario.ts';
import type { Goal, Scenario } from './scenarios/scenario.ts';

export interface Summary {
  readonly target: string;
  readonly ratePerSecond: number;
  readonly lowestRate: number;
  readonly highestRate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly cpuMsPerThousand: number;
  readonly loadCpuMsPerThousand: number;
  readonly megabytesPerSecond: number;
  readonly residentMegabytes: number;
  readonly failed: number;
  readonly failure?: string;
}

export interface Ratio {
  readonly rate: number;
  readonly lowest: number;
  readonly highest: number;
  readonly p99: number;
  readonly cpu: number;
}

export interface Comparison {
  readonly scenario: string;
  readonly unit: string;
  readonly summaries: readonly Summary[];
  /** Of the first server to the last, where there are two and it was measured. */
  readonly ratio?: Ratio;
  /** Why there is no ratio of two servers. */
  readonly notMeasured?: string;
  readonly goal?: Goal;
  /** Absent where it was not measured. */
  readonly isMet?: boolean;
}

/** How much the ratios of rounds may differ: the highest to the lowest. */
const widestSpread = 3;

export function compare(scenario: Scenario, rounds: readonly Round[]): Comparison {
  const { name, unit, goal } = scenario;
  const targets = [...new Set(rounds.map(({ target }) => target))];
  const of = (target: string | undefined): Round[] => rounds.filter((round) => round.target === target);
  const summaries = targets.map((target) => summarize(target, of(target)));
  if (targets.length < 2) return { scenario: name, unit, summaries };
  const ratio = ratioOf(of(targets[0]), of(targets.at(-1)));
  const wanted = goal === undefined ? {} : { goal };
  const notMeasured = whyNotMeasured(ratio, summaries);
  if (notMeasured !== undefined) return { scenario: name, unit, summaries, notMeasured, ...wanted };
  return { scenario: name, unit, summaries, ratio, ...wanted, ...(goal && { isMet: meets(ratio, goal) }) };
}

function whyNotMeasured({ lowest, highest }: Ratio, summaries: readonly Summary[]): string | undefined {
  const failing = summaries.find(({ failed }) => failed > 0);
  if (failing !== undefined) return `${String(failing.failed)} failed (${failing.target})`;
  if (highest <= lowest * widestSpread) return undefined;
  return `rounds differ: ${lowest.toFixed(1)}–${highest.toFixed(1)}`;
}

function summarize(target: string, rounds: readonly Round[]): Summary {
  const middle = (pick: (round: Round) => number): number => median(rounds.map(pick));
  const rates = rounds.map(({ ratePerSecond }) => ratePerSecond);
  const failure = rounds.find((round) => round.failure !== undefined)?.failure;
  return {
    target,
    ratePerSecond: middle((round) => round.ratePerSecond),
    lowestRate: Math.min(...rates),
    highestRate: Math.max(...rates),
    p50Ms: middle((round) => round.p50Ms),
    p99Ms: middle((round) => round.p99Ms),
    p999Ms: middle((round) => round.p999Ms),
    cpuMsPerThousand: middle((round) => round.cpuMsPerThousand),
    loadCpuMsPerThousand: middle((round) => round.loadCpuMsPerThousand),
    megabytesPerSecond: middle((round) => round.megabytesPerSecond),
    residentMegabytes: middle((round) => round.residentMegabytes),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    ...(failure !== undefined && { failure }),
  };
}

/** Within a round the machine is as it is for both. */
function ratioOf(ours: readonly Round[], theirs: readonly Round[]): Ratio {
  const each = (pick: (round: Round) => number): number[] =>
    ours.flatMap((round, index) => {
      const other = theirs[index];
      return other === undefined ? [] : [pick(round) / pick(other)];
    });
  const rates = each((round) => round.ratePerSecond);
  return {
    rate: median(rates),
    lowest: Math.min(...rates),
    highest: Math.max(...rates),
    p99: median(each((round) => round.p99Ms)),
    cpu: median(each((round) => round.cpuMsPerThousand)),
  };
}

function meets(ratio: Ratio, { rate = 0, p99 = Infinity, cpu = Infinity }: Goal): boolean {
  const isCheapEnough = Number.isNaN(ratio.cpu) || ratio.cpu <= cpu;
  return ratio.rate >= rate && ratio.p99 <= p99 && isCheapEnough;
}
