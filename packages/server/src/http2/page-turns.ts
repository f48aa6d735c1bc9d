/**
 * The order of requests that are answered with objects of Node's. Pages take milliseconds, and one read of a connection may
 * bring a hundred of them, as clients do that look for all there is: they are answered one after the other, in slices.
 *
 * It holds one function for each stream that waits: the limit of streams bounds it.
 */

/** Runs the function now, or in its turn. */
export type TakePageTurn = (run: () => void) => void;

/** `giveWay`: undefined to go on, or a promise to wait for. */
export function createPageTurns(giveWay: () => Promise<void> | undefined): TakePageTurn {
  const waiting: (() => void)[] = [];
  let isRunning = false;
  const runAll = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      next();
      // After what it has put off to the end of the task.
      await Promise.resolve();
      const paused = giveWay();
      if (paused !== undefined) await paused;
    }
  };
  const begin = (): void => {
    isRunning = true;
    runAll().then(
      () => (isRunning = false),
      (fault: unknown) => {
        begin();
        // As if it had been met in a callback of its connection.
        setImmediate(() => {
          throw fault;
        });
      },
    );
  };
  return (run) => {
    waiting.push(run);
    if (!isRunning) begin();
  };
}
