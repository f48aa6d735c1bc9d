/** Tries for a while what takes effect a little later. Patience costs nothing where it does. */
import { setTimeout } from 'node:timers/promises';

export async function eventually<T>(check: () => Promise<T> | T, patienceMs = 90_000): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > until) throw error;
      await setTimeout(50);
    }
  }
}
