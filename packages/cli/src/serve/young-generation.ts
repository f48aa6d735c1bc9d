/**
 * The young generation of the heap while the server starts.
 *
 * Objects that are read at the start live on, and V8 doubles the young generation whenever much of it does, up to two
 * halves of 16 MB that an idle process never gives back. It keeps its first size during a start, at some 70 ms of CPU.
 * A large store soon asks for more collections than that is worth, and growth begins early.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

/** Collections at the first size, 1 MB each: a start with a thousand custom resource definitions takes 134. */
const collectionsAtFirstSize = 200;

/** Returns the function that lets it grow from then on. */
export function holdYoungGeneration(): () => void {
  let collections = 0;
  const observer = new PerformanceObserver((entries) => {
    collections += entries.getEntries().length;
    if (collections >= collectionsAtFirstSize) release();
  });
  const release = (): void => {
    observer.disconnect();
    setFlagsFromString('--semi-space-growth-factor=2');
  };
  setFlagsFromString('--semi-space-growth-factor=1');
  observer.observe({ entryTypes: ['gc'] });
  return release;
}
