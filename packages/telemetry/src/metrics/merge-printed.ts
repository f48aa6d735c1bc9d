/**
 * Merges what several processes of one replica print of their metrics: counters, histograms and summaries are added up,
 * gauges as their definition says.
 */
import type { DeclaredMetric } from './metrics.ts';

export interface MergeOptions {
  /** Gauges that are not in here are added up. */
  readonly declared?: readonly DeclaredMetric[];
  /** False leaves gauges and quantiles out: those of a process that is gone are of no interest. Default: true. */
  readonly keepsCurrent?: boolean;
}

interface Family {
  readonly head: readonly string[];
  readonly type: string;
  /** By name and labels as they are printed. */
  readonly samples: Map<string, number>;
}

type Add = (one: number, other: number) => number;

/** `texts` are of one program, so that the labels of a series stand in the same order in all of them. */
export function mergePrinted(texts: readonly string[], options: MergeOptions = {}): string {
  const { declared = [], keepsCurrent = true } = options;
  const rules = new Map(declared.map(({ definition: { name, ofReplica } }) => [name, ofReplica]));
  const families = new Map<string, Family>();
  for (const text of texts) addText(families, text, (name) => adders[rules.get(name) ?? 'sum']);
  const printed: string[] = [];
  for (const { head, type, samples } of families.values()) {
    const kept = keepsCurrent ? [...samples] : [...samples].filter(([series]) => isLasting(type, series));
    if (kept.length > 0 || keepsCurrent) {
      printed.push([...head, ...kept.map(([series, value]) => `${series} ${printValue(value)}`)].join('\n'));
    }
  }
  return printed.length === 0 ? '' : `${printed.join('\n\n')}\n`;
}

function addText(families: Map<string, Family>, text: string, addOf: (name: string) => Add): void {
  let family: Family | undefined;
  let add = addExactly;
  let help: string | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('# HELP ')) help = line;
    else if (line.startsWith('# TYPE ')) {
      const [, , name = '', type = ''] = line.split(' ');
      family = families.get(name) ?? { type, head: help === undefined ? [line] : [help, line], samples: new Map() };
      families.set(name, family);
      add = type === 'gauge' ? addOf(name) : addExactly;
      help = undefined;
    } else if (family !== undefined && line !== '') addSample(family, line, add);
  }
}

function addSample({ type, samples }: Family, line: string, add: Add): void {
  const space = line.lastIndexOf(' ');
  const series = line.slice(0, space);
  const value = parseValue(line.slice(space + 1));
  const before = samples.get(series);
  // Quantiles cannot be added up: the largest is an upper bound.
  const rule = type === 'summary' && isQuantile(series) ? adders.max : add;
  if (before === undefined) samples.set(series, rule === addExactly ? rule(0, value) : value);
  else samples.set(series, rule(before, value));
}

const adders: Readonly<Record<'sum' | 'max' | 'min', Add>> = {
  sum: addExactly,
  max: (one, other) => (Number.isNaN(one) ? other : Number.isNaN(other) ? one : Math.max(one, other)),
  min: Math.min,
};

/** Multiples of it add up without rounding below 2^33, so that a sum is the same in whatever order it is made. */
const fraction = 2 ** -20;

/** A sum that depended on the order could go back by its last digit, which Prometheus takes for a restart. */
function addExactly(one: number, other: number): number {
  return one + (Number.isInteger(other) ? other : Math.floor(other / fraction) * fraction);
}

function isLasting(type: string, series: string): boolean {
  return type !== 'gauge' && !(type === 'summary' && isQuantile(series));
}

function isQuantile(series: string): boolean {
  return /[{,]quantile="/.test(series);
}

function parseValue(text: string): number {
  if (text === '+Inf') return Infinity;
  return text === '-Inf' ? -Infinity : Number(text);
}

function printValue(value: number): string {
  if (value === Infinity) return '+Inf';
  if (value === -Infinity) return '-Inf';
  return Number.isNaN(value) ? 'Nan' : String(value);
}
