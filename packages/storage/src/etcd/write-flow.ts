/** Limits the writes that are under way at once, and keeps their first failure. */
export interface WriteFlow {
  /** Waits until fewer than so many writes are under way. Rejects if an earlier write has failed. One call at a time. */
  add(run: () => Promise<unknown>): Promise<void>;
  settle(): Promise<void>;
}

/** Cost: the same for each write, however many are under way, where `Promise.race` of all of them would cost each. */
export function createWriteFlow(most: number): WriteFlow {
  let underWay = 0;
  let failure: { readonly error: unknown } | undefined;
  let onFewer: (() => void) | undefined;
  const waitForFewer = (): Promise<void> =>
    new Promise((resolve) => {
      onFewer = resolve;
    });
  const leave = (): void => {
    underWay -= 1;
    onFewer?.();
  };
  const throwIfFailed = (): void => {
    if (failure !== undefined) throw failure.error;
  };
  return {
    add: async (run) => {
      while (underWay >= most) await waitForFewer();
      throwIfFailed();
      underWay += 1;
      run().then(leave, (error: unknown) => {
        failure ??= { error };
        leave();
      });
    },
    settle: async () => {
      while (underWay > 0) await waitForFewer();
      throwIfFailed();
    },
  };
}
