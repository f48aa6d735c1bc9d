/** Waits for a signal to stop, from a service manager or a keyboard. */
const signals = ['SIGTERM', 'SIGINT'] as const;

export function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    const settle = (signal: string): void => {
      for (const each of signals) process.off(each, settle);
      resolve(signal);
    };
    for (const each of signals) process.on(each, settle);
  });
}

/** For a process that another one stops. */
export function ignoreSignals(): void {
  for (const each of signals) process.on(each, () => undefined);
}
