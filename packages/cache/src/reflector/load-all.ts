/**
 * Loads all resources on each restart of the watch cache: at once, but at most once a second. Otherwise a store that
 * alternates with another one behind the same address would be read from end to end without a pause.
 */
import type { Clock } from '../clock.ts';
import type { Loader } from './loader.ts';
import type { Memory } from './memory.ts';

export interface LoadAll {
  /** To be called whenever all resources were reset. */
  begin(): void;
  /** True while a load is scheduled: a resource added before it runs is loaded with the others. */
  isDue(): boolean;
  callOff(): void;
}

const leastMs = 1_000;

export function createLoadAll(
  memory: Pick<Memory, 'routes'>,
  loader: Pick<Loader, 'load'>,
  clock: Pick<Clock, 'now' | 'after'>,
): LoadAll {
  let begun = 0;
  let notBeforeMs = -Infinity;
  let callOff: (() => void) | undefined;

  const load = (): void => {
    callOff = undefined;
    begun += 1;
    // The start of the process does not count: whatever follows it is the first time.
    if (begun > 1) notBeforeMs = clock.now() + leastMs;
    for (const resource of memory.routes.all()) loader.load(resource);
  };

  return {
    begin: () => {
      callOff?.();
      const leftMs = notBeforeMs - clock.now();
      if (leftMs <= 0) load();
      else callOff = clock.after(leftMs, load);
    },
    isDue: () => callOff !== undefined,
    callOff: () => callOff?.(),
  };
}
