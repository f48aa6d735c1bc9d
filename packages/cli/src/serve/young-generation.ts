/**
 * The heap of a server that starts.
 *
 * What is read at the start lives on, and V8 doubles the young generation whenever much of it does, up to two halves of
 * 16 MB that an idle process never gives back. It keeps its first size during a start, at some 70 ms of CPU, and what
 * the start leaves behind is collected at its end. A large store soon asks for more than that is worth: growth begins
 * early then, and a collection of everything would hold the first requests up.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collections at the first size, 1 MB each: a start with a thousand custom resource definitions takes 134. */
const collectionsAtFirstSize = 200;

/** Returns the function to call once the start is over. */
export function holdYoungGeneration(): () => void {
  let collections = 0;
  let isHeld = true;
  const release = (): void => {
    isHeld = false;
    observer.disconnect();
    setFlagsFromString('--semi-space-growth-factor=2');
  };
  const observer = new PerformanceObserver((entries) => {
    collections += entries.getEntries().length;
    if (collections >= collectionsAtFirstSize) release();
  });
  setFlagsFromString('--semi-space-growth-factor=1');
  observer.observe({ entryTypes: ['gc'] });
  return () => {
    if (!isHeld) return;
    release();
    collectGarbage();
  };
}

/** 10 to 30 ms with the heap of a small store. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  setFlagsFromString('--no-expose-gc');
}
