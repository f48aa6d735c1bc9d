/**
 * Counts what an evaluation costs and ends it at a limit. `cost` is the price that the API documents; `work` is what
 * this implementation pays where that price is too low, such as copying a list. The limit holds for each of them, so an
 * evaluation has a bounded time whatever it does.
 */

/** Thrown by the meter alone: it ends an evaluation through any number of calls. */
export class CostLimitError extends Error {
  override readonly name = 'CostLimitError';

  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

export class CostMeter {
  cost = 0;
  work = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  spend(cost: number): void {
    this.cost += cost;
    if (this.cost > this.#limit) throw new CostLimitError();
  }

  /** One unit is about 50 ns. */
  toil(work: number): void {
    this.work += work;
    if (this.work > this.#limit) throw new CostLimitError();
  }
}
