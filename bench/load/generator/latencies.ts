/** How long things took, in a fixed number of cells: each is 3 % wider than the one before. */

const growth = Math.log(1.03);
const cells = 800;

export interface Latencies {
  note(microseconds: number): void;
  readonly count: number;
  /** Of each cell. */
  readonly counts: readonly number[];
}

export function createLatencies(): Latencies {
  const counts = new Array<number>(cells).fill(0);
  let count = 0;
  return {
    note: (microseconds) => {
      const cell = microseconds <= 1 ? 0 : Math.min(cells - 1, Math.ceil(Math.log(microseconds) / growth));
      counts[cell] = (counts[cell] ?? 0) + 1;
      count += 1;
    },
    get count() {
      return count;
    },
    counts,
  };
}

export function addLatencies(each: readonly (readonly number[])[]): readonly number[] {
  const sum = new Array<number>(cells).fill(0);
  for (const counts of each) for (const [cell, count] of counts.entries()) sum[cell] = (sum[cell] ?? 0) + count;
  return sum;
}

/** In microseconds; NaN of nothing. */
export function quantile(counts: readonly number[], share: number): number {
  const total = counts.reduce((sum, each) => sum + each, 0);
  let left = share * total;
  for (const [cell, count] of counts.entries()) {
    left -= count;
    if (left <= 0 && count > 0) return Math.exp(cell * growth);
  }
  return Number.NaN;
}
