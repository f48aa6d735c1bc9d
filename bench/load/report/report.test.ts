import { describe, expect, it } from '@jest/globals';

import type { Comparison, Summary } from '../compare.ts';
import { printMarkdown } from './print-markdown.ts';
import { printSvg } from './print-svg.ts';
import { printComparison } from './print-table.ts';

const summary = (target: string): Summary => ({
  target,
  ratePerSecond: 100,
  lowestRate: 90,
  highestRate: 110,
  p50Ms: 1,
  p99Ms: 2,
  p999Ms: 3,
  cpuMsPerThousand: 4,
  loadCpuMsPerThousand: 5,
  megabytesPerSecond: 6,
  residentMegabytes: 7,
  failed: 0,
});

const summaries = [summary('ours'), summary('peer')];
const ratioOf = (rate: number) => ({ rate, lowest: rate, highest: rate * 2, p99: 1, cpu: 1 });

function measured(scenario: string, rate: number): Comparison {
  return { scenario, unit: 'requests', summaries, ratio: ratioOf(rate), goal: { rate: 2 }, isMet: rate >= 2 };
}

const unmeasured: Comparison = {
  scenario: 'mixed: 80 % get, 10 % page, 10 % update, 100 watchers',
  unit: 'requests',
  summaries,
  notMeasured: 'rounds differ: 3.6–2436.2',
  goal: { rate: 2 },
};

const comparisons = [measured('get', 5.6), measured('label selector', 48.8), measured('slow one', 0.4), unmeasured];

function renamed(comparison: Comparison, targets: readonly string[]): Comparison {
  return { ...comparison, summaries: targets.map(summary) };
}

interface Box {
  readonly left: number;
  readonly right: number;
}

interface Drawn {
  readonly width: number;
  readonly texts: readonly (Box & { readonly text: string })[];
  readonly bars: readonly Box[];
  /** Where the lines of the scale are, by their labels. */
  readonly ticks: ReadonlyMap<string, number>;
}

/** As wide as the widest of the usual fonts draws it. */
const letter = 7.6;

function draw(svg: string): Drawn {
  const number = (tag: string, name: string): number => Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]);
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([tag, text = '']) => {
    const size = tag.includes('font-size') ? number(tag, 'font-size') / 13 : 1;
    const length = text.replaceAll('&lt;', '<').length * letter * size;
    const left = number(tag, 'x') - (tag.includes('middle') ? length / 2 : 0);
    return { text, left, right: left + length };
  });
  const bars = [...svg.matchAll(/<rect x=[^>]*>/g)].map(([tag]) => {
    const left = number(tag, 'x');
    return { left, right: left + number(tag, 'width') };
  });
  const ticks = [...svg.matchAll(/<line[^>]*>\n<text[^>]*>([^<]*)</g)].map(([tag, label = '']) => {
    return [label, number(tag, 'x1')] as const;
  });
  return { width: Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]), texts, bars, ticks: new Map(ticks) };
}

describe('the picture', () => {
  const { width, texts, bars, ticks } = draw(printSvg(comparisons, 'a <peer>'));

  it('has all of its texts within it, and none of the names in a bar', () => {
    for (const { left, right } of texts) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
    }
    const names = texts.filter(({ text }) => comparisons.some(({ scenario }) => scenario === text));
    expect(names).toHaveLength(comparisons.length);
    const firstBar = Math.min(...bars.map(({ left }) => left));
    for (const { right } of names) expect(right).toBeLessThanOrEqual(firstBar);
  });

  it('has a scale that reaches beyond each bar, and doubles from line to line', () => {
    expect([...ticks.keys()]).toEqual(['1/4×', '1/2×', '1×', '2×', '4×', '8×', '16×', '32×', '64×']);
    const places = [...ticks.values()];
    const steps = places.slice(1).map((place, index) => Math.round(place - (places[index] ?? 0)));
    expect(new Set(steps).size).toBe(1);
    for (const { left, right } of bars) {
      expect(left).toBeGreaterThanOrEqual(places[0] ?? 0);
      expect(right).toBeLessThanOrEqual(places.at(-1) ?? 0);
    }
    const one = ticks.get('1×');
    expect(bars.map(({ left, right }) => [left === one, right === one])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
  });

  it('shows what was not measured as such, without a bar', () => {
    expect(bars).toHaveLength(3);
    expect(texts.map(({ text }) => text)).toContain('not measured');
  });

  it('leaves out what has no other to be compared with', () => {
    const alone: Comparison = { scenario: 'alone', unit: 'requests', summaries: [summary('ours')] };
    expect(printSvg([alone], 'nobody')).not.toContain('alone');
  });
});

describe('what was not measured', () => {
  it('has neither a ratio nor a verdict in the tables, and the reason', () => {
    const [, , , , , row] = printMarkdown(comparisons, []).split('\n');
    expect(row).toMatch(/\| not measured \| rounds differ: 3\.6–2436\.2 \| 2× not measured \|$/);
    expect(printMarkdown(comparisons, [])).toMatch(/\| get .*\| 5\.6× \| 5\.6–11\.2 \| 2× met \|/);
    expect(printComparison(unmeasured)).toMatch(/\n {2}not measured: rounds differ: 3\.6–2436\.2$/);
  });
});

describe('what was compared on other servers', () => {
  it('has a table of its own, with their names above it', () => {
    const ofKinds = renamed(measured('create', 1.071), ['custom objects', 'ConfigMaps']);
    const tables = printMarkdown([...comparisons, ofKinds], []).split('\n\n');
    expect(tables).toHaveLength(3);
    expect(tables[1]).toMatch(/^\| work \| custom objects \|/);
    expect(tables[1]).toMatch(/\| create .*\| 1\.07× \| 1\.07–2\.14 \|/);
    expect(tables[1]).not.toContain('label selector');
  });
});
