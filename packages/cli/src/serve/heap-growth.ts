/**
 * The heap's size at which V8 collects all of it.
 *
 * V8 sets it from the pace at which objects are made, a few megabytes above what survived the last collection, and counts
 * bytes that wait in connections towards it. A server with 40 MB of objects and 32 clients that listed 10 MB each collected
 * the whole heap at every fifth list: a third of the processor time of a list, and pauses for everybody else. A small heap
 * may grow by a fixed number of bytes instead; a large one has room enough by V8's own rule.
 */
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

const megabyte = 2 ** 20;
const roomBytes = 64 * megabyte;
/** Above this, V8's own rule gives as much, and multiplied room would be memory that others may need. */
const largeBytes = 192 * megabyte;

/** The heap growth before the next collection, in percent of the used heap; 0 leaves it to V8. */
export function growingPercent(usedBytes: number): number {
  return usedBytes >= largeBytes ? 0 : Math.ceil((roomBytes / Math.max(usedBytes, megabyte)) * 100);
}

/** Node's own types leave the details of such an entry out. */
interface Collection {
  readonly detail?: { readonly kind?: number };
}

/** Holds until the function that it returns is called. The flag is of the whole process. */
export function giveHeapRoom(): () => void {
  let percent = 0;
  const set = (next: number): void => {
    if (next === percent) return;
    percent = next;
    setFlagsFromString(`--heap-growing-percent=${String(next)}`);
  };
  const look = (): void => set(growingPercent(getHeapStatistics().used_heap_size));
  const observer = new PerformanceObserver((list) => {
    const isMajor = ({ detail }: Collection): boolean => detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    if (list.getEntries().some((entry) => isMajor(entry as Collection))) look();
  });
  observer.observe({ entryTypes: ['gc'] });
  look();
  return () => {
    observer.disconnect();
    set(0);
  };
}
