/** The figures as lines for a terminal. */
import type { Comparison, Summary } from '../compare.ts';
import type { Figure } from '../scenarios/special.ts';

export function printComparison({ scenario, summaries, ratio, notMeasured, goal, isMet }: Comparison): string {
  const lines = summaries.map((summary) => `  ${printSummary(summary)}`);
  if (notMeasured !== undefined) return [scenario, ...lines, `  not measured: ${notMeasured}`].join('\n');
  const wanted = goal === undefined ? '' : `, goal ${printGoal(goal)}: ${isMet === true ? 'met' : 'NOT MET'}`;
  const compared =
    ratio === undefined
      ? []
      : [
          `  ${ratio.rate.toFixed(2)} times the rate (${ratio.lowest.toFixed(2)} to ${ratio.highest.toFixed(2)}), ` +
            `p99 ${ratio.p99.toFixed(2)} times, CPU ${ratio.cpu.toFixed(2)} times${wanted}`,
        ];
  return [scenario, ...lines, ...compared].join('\n');
}

function printSummary(summary: Summary): string {
  const { target, ratePerSecond, p50Ms, p99Ms, p999Ms, cpuMsPerThousand, residentMegabytes, failed, failure } = summary;
  return [
    target.padEnd(18),
    `${number(ratePerSecond).padStart(9)}/s`,
    `p50 ${number(p50Ms)} ms`,
    `p99 ${number(p99Ms)} ms`,
    `p99.9 ${number(p999Ms)} ms`,
    `CPU ${number(cpuMsPerThousand)} ms per 1,000`,
    `(load ${number(summary.loadCpuMsPerThousand)})`,
    `${number(residentMegabytes)} MB resident`,
    ...(failed === 0 ? [] : [`${failed} FAILED${failure === undefined ? '' : `: ${failure}`}`]),
  ].join('  ');
}

function printGoal({ rate, p99, cpu }: NonNullable<Comparison['goal']>): string {
  return [
    ...(rate === undefined ? [] : [`rate ≥ ${rate}`]),
    ...(p99 === undefined ? [] : [`p99 ≤ ${p99.toFixed(2)}`]),
    ...(cpu === undefined ? [] : [`CPU ≤ ${cpu.toFixed(2)}`]),
  ].join(', ');
}

export function printFigure({ what, target, value, unit }: Figure): string {
  return `${what}, ${target}: ${number(value)}${unit === '' ? '' : ` ${unit}`}`;
}

/** Three digits that count. */
export function number(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
