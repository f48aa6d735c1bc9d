/** A delaying queue: one timer for each key; a new one replaces the last. None keeps the process alive. */

export interface Appointments {
  make(key: string, delayMs: number, run: () => void): void;
  has(key: string): boolean;
  cancel(key: string): void;
  cancelAll(): void;
}

export function createAppointments(): Appointments {
  const timers = new Map<string, NodeJS.Timeout>();
  const cancel = (key: string): void => {
    clearTimeout(timers.get(key));
    timers.delete(key);
  };
  return {
    make: (key, delayMs, run) => {
      cancel(key);
      const meet = (): void => {
        timers.delete(key);
        run();
      };
      timers.set(key, setTimeout(meet, delayMs).unref());
    },
    has: (key) => timers.has(key),
    cancel,
    cancelAll: () => {
      for (const key of timers.keys()) cancel(key);
    },
  };
}
