/** Waits for what is to happen. Gives up long after it should have, and tells what there is instead. */
import { setTimeout as delay } from 'node:timers/promises';

const attempts = 800;

export async function eventually<T>(read: () => T | Promise<T>, isGood: (value: T) => boolean): Promise<T> {
  let value = await read();
  for (let made = 0; !isGood(value); made += 1) {
    if (made === attempts) throw new Error(`it stays ${JSON.stringify(value)}`);
    await delay(10);
    value = await read();
  }
  return value;
}
