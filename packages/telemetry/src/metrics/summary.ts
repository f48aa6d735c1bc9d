/**
 * A histogram's cheaper relative: quantiles of the last hours, as `summary` of Prometheus. Values are counted in buckets
 * whose bounds grow by a factor, so that an observation costs a logarithm and a quantile is right to one percent.
 */
import { Summary } from 'prom-client';
import type { SummaryConfiguration } from 'prom-client';

import { Cells } from './cells.ts';
import type { HistogramCell } from './cells.ts';

type Values<Label extends string> = Readonly<Record<Label, string>>;

const growth = 1.02;
/** Below it all values are one. In seconds, a microsecond. */
const least = 1e-6;
/** Up to 10^7: enough for seconds and for bytes. */
const slots = Math.ceil(Math.log(1e7 / least) / Math.log(growth));
const quantiles = [0.5, 0.9, 0.99];
/** Together as long as kube-apiserver keeps values: five hours. */
const ages = 5;
const ageMs = 3_600_000;

export class CellSummary<Label extends string> extends Summary<Label> {
  readonly #cells: Cells<Label, QuantileCell<Label>>;
  readonly #name: string;
  readonly #help: string;

  constructor(configuration: SummaryConfiguration<Label>) {
    super(configuration);
    this.#name = configuration.name;
    this.#help = configuration.help;
    this.#cells = new Cells(configuration.labelNames ?? [], (labels) => new QuantileCell(labels));
  }

  with(labels: Values<Label>): HistogramCell {
    return this.#cells.find(labels);
  }

  override get(): ReturnType<Summary<Label>['get']> {
    const values = this.#cells.all().flatMap((cell) => this.#valuesOf(cell));
    return Promise.resolve({
      name: this.#name,
      help: this.#help,
      type: 'summary',
      values,
      aggregator: 'sum',
    } as unknown as Awaited<ReturnType<Summary<Label>['get']>>);
  }

  #valuesOf(cell: QuantileCell<Label>) {
    const { labels, sum, count } = cell;
    const found = cell.quantiles(quantiles);
    return [
      ...quantiles.map((quantile, at) => ({ labels: { ...labels, quantile }, value: found[at] ?? Number.NaN })),
      { metricName: `${this.#name}_sum`, labels, value: sum },
      { metricName: `${this.#name}_count`, labels, value: count },
    ];
  }
}

class QuantileCell<Label extends string> implements HistogramCell {
  readonly labels: Values<Label>;
  sum = 0;
  count = 0;
  /** The newest age is the last one. */
  readonly #counts: Uint32Array[] = [];
  #newestEndsMs = 0;

  constructor(labels: Values<Label>) {
    this.labels = labels;
  }

  observe(value: number, times = 1): void {
    this.sum += value * times;
    this.count += times;
    const newest = this.#newest(Date.now());
    const slot = slotOf(value);
    newest[slot] = (newest[slot] ?? 0) + times;
  }

  /** NaN where nothing was observed of late, as Prometheus has it. */
  quantiles(wanted: readonly number[]): number[] {
    this.#newest(Date.now());
    const sums = new Float64Array(slots);
    let total = 0;
    for (const counts of this.#counts) {
      counts.forEach((count, slot) => {
        sums[slot] = (sums[slot] ?? 0) + count;
        total += count;
      });
    }
    return wanted.map((quantile) => (total === 0 ? Number.NaN : valueAt(sums, quantile * total)));
  }

  #newest(nowMs: number): Uint32Array {
    const last = this.#counts.at(-1);
    if (last !== undefined && nowMs < this.#newestEndsMs) return last;
    if (nowMs >= this.#newestEndsMs + (ages - 1) * ageMs) this.#counts.length = 0;
    const made = new Uint32Array(slots);
    this.#counts.push(made);
    if (this.#counts.length > ages) this.#counts.shift();
    this.#newestEndsMs = nowMs + ageMs;
    return made;
  }
}

function slotOf(value: number): number {
  if (value <= least) return 0;
  return Math.min(Math.ceil(Math.log(value / least) / Math.log(growth)), slots - 1);
}

function valueAt(sums: Float64Array, rank: number): number {
  let seen = 0;
  for (const [slot, count] of sums.entries()) {
    seen += count;
    if (count > 0 && seen >= rank) return least * growth ** (slot - 0.5);
  }
  return Number.NaN;
}
