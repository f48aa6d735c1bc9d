/** The figures as tables for the documentation. */
import type { Comparison, Summary } from '../compare.ts';
import type { Figure } from '../scenarios/special.ts';
import { number } from './print-table.ts';

export function printMarkdown(comparisons: readonly Comparison[], figures: readonly Figure[]): string {
  const names = [...new Set(comparisons.flatMap(({ summaries }) => summaries.map(({ target }) => target)))];
  const head = ['work', ...names.flatMap((name) => [name, 'p99', 'CPU per 1,000']), 'ratio', 'spread', 'goal'];
  const rows = comparisons.map(({ scenario, summaries, ratio, goal, isMet }) => [
    scenario,
    ...names.flatMap((name) => cellsOf(summaries.find(({ target }) => target === name))),
    ratio === undefined ? '' : `${ratio.rate.toFixed(1)}×`,
    ratio === undefined ? '' : `${ratio.lowest.toFixed(1)}–${ratio.highest.toFixed(1)}`,
    goal === undefined ? '' : `${goal.rate === undefined ? '' : `${goal.rate}×`} ${isMet === true ? 'met' : 'not met'}`,
  ]);
  const others = figures.map(({ what, target, value, unit }) => [what, target, `${number(value)} ${unit}`.trim()]);
  return [table(head, rows), '', table(['what', 'server', 'figure'], others), ''].join('\n');
}

function cellsOf(summary: Summary | undefined): string[] {
  if (summary === undefined) return ['', '', ''];
  const { ratePerSecond, p99Ms, cpuMsPerThousand } = summary;
  return [`${number(ratePerSecond)}/s`, `${number(p99Ms)} ms`, `${number(cpuMsPerThousand)} ms`];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
