/** A thread beside the one that is watched: when that one stands still, looks at what it is doing. */
import { Session } from 'node:inspector';
import type { Debugger } from 'node:inspector';
import { workerData } from 'node:worker_threads';

import type { SeenStack, WatchdogData } from './loop-watchdog.ts';
import { noteLine } from './note-line.ts';

const { beats, path } = workerData as WatchdogData;
const lookMs = 20;
/** A little after the time from which a stall counts: to look costs time, too. */
const patienceMs = 150;

let last = { beat: 0, atMs: performance.now() };
let hasLooked = false;

setInterval(() => {
  const beat = Atomics.load(beats, 0);
  if (beat !== last.beat) {
    last = { beat, atMs: performance.now() };
    hasLooked = false;
  } else if (!hasLooked && performance.now() - last.atMs > patienceMs) {
    hasLooked = true;
    look();
  }
}, lookMs);

function look(): void {
  const session = new Session();
  session.connectToMainThread();
  session.once('Debugger.paused', ({ params }: { readonly params: Debugger.PausedEventDataType }) => {
    const frames = params.callFrames.slice(0, 12);
    const stack = frames.map(
      ({ functionName, url, location }) => `${functionName} ${url}:${String(location.lineNumber)}`,
    );
    const seen: SeenStack = { atMs: Date.now(), stack: stack.join('\n') };
    // First of all: a thread that is not resumed stands still for ever.
    session.post('Debugger.resume');
    session.disconnect();
    noteLine(path, seen);
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}
