/** Waits for work, but not longer than this, and whatever comes of it. */
export function within(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    const settle = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(settle, settle);
  });
}
