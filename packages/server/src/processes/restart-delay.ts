/** The delay before a worker process is started again: doubled with each start in a row that failed. */
const firstMs = 100;
const longestMs = 10_000;

/** `failures`: starts in a row after which the worker ended before it served. */
export function nextRestartMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(firstMs * 2 ** (failures - 1), longestMs);
}
