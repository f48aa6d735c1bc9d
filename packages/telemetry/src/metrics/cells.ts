/**
 * Counters and histograms whose values are kept a cell for each set of labels. Who
 * measures often keeps its cell: adding to it costs nanoseconds, where finding it costs
 * what the library takes for every single value.
 */
import { Counter, Histogram } from 'prom-client';
import type { CounterConfiguration, HistogramConfiguration } from 'prom-client';

export interface CounterCell {
  add(count?: number): void;
}

export interface HistogramCell {
  /** `times`: as often. Default: once. */
  observe(value: number, times?: number): void;
}

type Values<Label extends string> = Readonly<Record<Label, string>>;

/** By the values of the labels, whose names are always in the order of the alphabet. */
export class Cells<Label extends string, Cell> {
  readonly #names: readonly Label[];
  readonly #make: (labels: Values<Label>) => Cell;
  readonly #found = new Map<string, Cell>();

  constructor(names: readonly Label[], make: (labels: Values<Label>) => Cell) {
    this.#names = [...names].sort();
    this.#make = make;
  }

  find(labels: Values<Label>): Cell {
    let key = '';
    for (const name of this.#names) key += `${labels[name]}\u0000`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const own = Object.fromEntries(this.#names.map((name) => [name, labels[name]])) as Values<Label>;
    const made = this.#make(own);
    this.#found.set(key, made);
    return made;
  }

  /** In the order of their labels. */
  all(): readonly Cell[] {
    return [...this.#found.keys()].sort().flatMap((key) => this.#found.get(key) ?? []);
  }
}

class CountCell<Label extends string> implements CounterCell {
  readonly labels: Values<Label>;
  value = 0;

  constructor(labels: Values<Label>) {
    this.labels = labels;
  }

  add(count = 1): void {
    this.value += count;
  }
}

export class CellCounter<Label extends string> extends Counter<Label> {
  readonly #cells: Cells<Label, CountCell<Label>>;

  constructor(configuration: CounterConfiguration<Label>) {
    super(configuration);
    this.#cells = new Cells(configuration.labelNames ?? [], (labels) => new CountCell(labels));
    if ((configuration.labelNames ?? []).length === 0) this.#cells.find({} as Values<Label>);
  }

  with(labels: Values<Label>): CounterCell {
    return this.#cells.find(labels);
  }

  override async get(): ReturnType<Counter<Label>['get']> {
    return { ...(await super.get()), values: this.#cells.all().map(({ labels, value }) => ({ labels, value })) };
  }
}

class BucketCell<Label extends string> implements HistogramCell {
  readonly labels: Values<Label>;
  readonly #bounds: readonly number[];
  /** One more than there are bounds: for values beyond the last. */
  readonly counts: number[];
  sum = 0;

  constructor(labels: Values<Label>, bounds: readonly number[]) {
    this.labels = labels;
    this.#bounds = bounds;
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  /** A linear search, as most observations are small and the first bounds are met first. */
  observe(value: number, times = 1): void {
    const bounds = this.#bounds;
    let index = 0;
    while (index < bounds.length && value > (bounds[index] ?? Infinity)) index += 1;
    this.counts[index] = (this.counts[index] ?? 0) + times;
    this.sum += value * times;
  }
}

export class CellHistogram<Label extends string> extends Histogram<Label> {
  readonly #cells: Cells<Label, BucketCell<Label>>;
  readonly #bounds: readonly number[];
  readonly #name: string;
  readonly #help: string;

  constructor(configuration: HistogramConfiguration<Label> & { readonly buckets: number[] }) {
    super(configuration);
    this.#name = configuration.name;
    this.#help = configuration.help;
    this.#bounds = configuration.buckets;
    this.#cells = new Cells(configuration.labelNames ?? [], (labels) => new BucketCell(labels, this.#bounds));
    if ((configuration.labelNames ?? []).length === 0) this.#cells.find({} as Values<Label>);
  }

  with(labels: Values<Label>): HistogramCell {
    return this.#cells.find(labels);
  }

  /** The library prints a histogram from this, and builds its own `get` on it. */
  getForPromString() {
    const values = this.#cells.all().flatMap((cell) => this.#valuesOf(cell));
    return Promise.resolve({ name: this.#name, help: this.#help, type: 'histogram', values, aggregator: 'sum' });
  }

  #valuesOf({ labels, counts, sum }: BucketCell<Label>) {
    const name = this.#name;
    let count = 0;
    const buckets = counts.map((each, index) => {
      count += each;
      const le = index < this.#bounds.length ? (this.#bounds[index] ?? 0) : '+Inf';
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
