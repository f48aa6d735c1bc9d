/** Runs a piece of work for each item, so many at once; others have their turn in between. */
import { giveWay } from '@keelson/telemetry';

/** Rejects with the first failure; what is under way then is not waited for, so `run` should not reject. */
export async function runAtOnce<T>(items: Iterable<T>, atOnce: number, run: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items].reverse();
  const work = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      await run(item);
      await giveWay();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, work));
}
