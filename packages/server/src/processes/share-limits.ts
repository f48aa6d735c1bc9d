/**
 * The share of one worker process in the limits of its replica. Connections are spread evenly, so an even share of each is
 * what a worker needs; together they never exceed the limit, unless it is smaller than the number of workers.
 */

/** 0 is no limit, and stays so. */
export function shareOf(limit: number, workers: number): number {
  return limit === 0 ? 0 : Math.max(1, Math.floor(limit / workers));
}

interface InFlight {
  readonly readingInFlight: number;
  readonly mutatingInFlight: number;
}

export function shareInFlight({ readingInFlight, mutatingInFlight }: InFlight, workers: number): InFlight {
  return { readingInFlight: shareOf(readingInFlight, workers), mutatingInFlight: shareOf(mutatingInFlight, workers) };
}

interface Budget {
  readonly count: number;
  readonly bytes: number;
}

interface Budgets {
  readonly perUser: Budget;
  readonly total: Budget;
}

export function shareBudgets({ perUser, total }: Budgets, workers: number): Budgets {
  const share = ({ count, bytes }: Budget): Budget => ({
    count: shareOf(count, workers),
    bytes: shareOf(bytes, workers),
  });
  return { perUser: share(perUser), total: share(total) };
}

interface Newcomers {
  readonly perAddress: number;
  readonly total: number;
  readonly patienceMs: number;
}

/** Connections without any request. */
export function shareNewcomers({ perAddress, total, patienceMs }: Newcomers, workers: number): Newcomers {
  return { perAddress: shareOf(perAddress, workers), total: shareOf(total, workers), patienceMs };
}
