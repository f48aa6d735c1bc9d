/** Limits the writes that are under way at once, and keeps their first failure. */
export interface WriteFlow {
  /** Waits until fewer than so many writes are under way. Rejects if an earlier write has failed. */
  add(run: () => Promise<unknown>): Promise<void>;
  settle(): Promise<void>;
}

export function createWriteFlow(most: number): WriteFlow {
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  const throwIfFailed = (): void => {
    if (failure !== undefined) throw failure.error;
  };
  return {
    add: async (run) => {
      while (running.size >= most) await Promise.race(running);
      throwIfFailed();
      const one: Promise<void> = run().then(
        () => void running.delete(one),
        (error: unknown) => {
          running.delete(one);
          failure ??= { error };
        },
      );
      running.add(one);
    },
    settle: async () => {
      await Promise.all(running);
      throwIfFailed();
    },
  };
}
