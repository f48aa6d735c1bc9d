/**
 * Counts what the engine does: how often each block of code of this project ran, and how many items the methods of lists
 * looked at. A clock needs large inputs and a quiet machine to tell squares from lines; counts need neither. What it does
 * not see are the engine's own loops elsewhere, such as those of patterns and of spreading.
 */
import { Session } from 'node:inspector';

type ListMethod = (this: readonly unknown[], ...rest: unknown[]) => unknown;

const methods = [
  'includes',
  'indexOf',
  'lastIndexOf',
  'slice',
  'splice',
  'shift',
  'unshift',
  'concat',
  'join',
] as const;

export class StepCounter {
  readonly #session = new Session();
  readonly #originals = new Map<string, ListMethod>();
  #items = 0;

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const prototype = Array.prototype as unknown as Record<string, ListMethod>;
    for (const method of methods) {
      const original = prototype[method];
      if (original === undefined) continue;
      this.#originals.set(method, original);
      const note = (length: number): void => void (this.#items += length);
      prototype[method] = function counted(...rest) {
        note(this.length);
        return original.apply(this, rest);
      };
    }
  }

  count(run: () => void): number {
    this.#take();
    run();
    return this.#take();
  }

  stop(): void {
    const prototype = Array.prototype as unknown as Record<string, ListMethod>;
    for (const [method, original] of this.#originals) prototype[method] = original;
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  /** Returns the count since the last call, and resets it. */
  #take(): number {
    let steps = this.#items;
    this.#session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      for (const { url, functions } of result) {
        if (!url.includes('/packages/')) continue;
        for (const { ranges } of functions) for (const { count } of ranges) steps += count;
      }
    });
    this.#items = 0;
    return steps;
  }
}
