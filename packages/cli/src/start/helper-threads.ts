/**
 * The threads that collect garbage and compile beside the one that serves.
 *
 * Four of them mark a heap at once, which takes every core of a small machine: with ten thousand connections for a fifth
 * of a second, again and again, in which the slowest requests waited for a core. At a lower priority they use what the
 * serving thread, and whoever else is on the machine, leave.
 */
import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const steps = 10;

/**
 * To be called first: the pool of libuv, which reads files and encrypts, is made when it is used, and keeps its priority.
 * Linux alone has a priority for each thread.
 */
export function lowerHelperThreads(): void {
  if (process.platform !== 'linux') return;
  try {
    const lower = Math.min(getPriority() + steps, constants.priority.PRIORITY_LOW);
    for (const thread of readdirSync('/proc/self/task')) {
      if (Number(thread) !== process.pid) setPriority(Number(thread), lower);
    }
  } catch {
    // Forbidden, or without /proc: they compete as before.
  }
}
