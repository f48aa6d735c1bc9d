/** The figures as tables for the documentation. */
import type { Comparison, Summary } from '../compare.ts';
import type { Figure } from '../scenarios/special.ts';
import { number } from './print-table.ts';

/** A table for each pair of what was compared, and one of the other figures. */
export function printMarkdown(comparisons: readonly Comparison[], figures: readonly Figure[]): string {
  const pairOf = ({ summaries }: Comparison): string => summaries.map(({ target }) => target).join();
  const pairs = [...new Set(comparisons.map(pairOf))];
  const others = figures.map(({ what, target, value, unit }) => [what, target, `${number(value)} ${unit}`.trim()]);
  const tables = pairs.map((pair) => compared(comparisons.filter((each) => pairOf(each) === pair)));
  return [...tables, table(['what', 'server', 'figure'], others)].map((each) => `${each}\n`).join('\n');
}

function compared(comparisons: readonly Comparison[]): string {
  const names = comparisons[0]?.summaries.map(({ target }) => target) ?? [];
  const head = ['work', ...names.flatMap((name) => [name, 'p99', 'CPU per 1,000']), 'ratio', 'spread', 'goal'];
  const rows = comparisons.map((comparison) => [
    comparison.scenario,
    ...names.flatMap((name) => cellsOf(comparison.summaries.find(({ target }) => target === name))),
    ...ratioCells(comparison),
    goalCell(comparison),
  ]);
  return table(head, rows);
}

function ratioCells({ ratio, notMeasured = '' }: Comparison): string[] {
  if (ratio === undefined) return [notMeasured === '' ? '' : 'not measured', notMeasured];
  const { rate, lowest, highest } = ratio;
  const digits = rate < 2 ? 2 : 1;
  return [`${rate.toFixed(digits)}×`, `${lowest.toFixed(digits)}–${highest.toFixed(digits)}`];
}

function goalCell({ goal, isMet }: Comparison): string {
  if (goal === undefined) return '';
  const { rate, cpu } = goal;
  const cpuAlone = cpu === undefined ? '' : `CPU ${String(cpu)}× `;
  const wanted = rate === undefined ? cpuAlone : `${String(rate)}× `;
  if (isMet === undefined) return `${wanted}not measured`;
  return `${wanted}${isMet ? 'met' : 'not met'}`;
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
