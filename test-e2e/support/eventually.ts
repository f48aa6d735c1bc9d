/** Tries for a while what takes effect a little later. Patience costs nothing where it does. */
import { setTimeout } from 'node:timers/promises';

export async function eventually(check: () => Promise<void> | void, patienceMs = 90_000): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await setTimeout(50);
    }
  }
}
