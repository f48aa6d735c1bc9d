/** A thread beside the one that is watched: when that one stands still, looks at what it is doing. */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import type { Debugger } from 'node:inspector';
import { workerData } from 'node:worker_threads';

import { counter, type SeenStack, type WatchdogData } from './loop-watchdog.ts';
import { noteLine } from './note-line.ts';

const { counters, path } = workerData as WatchdogData;
const lookMs = 20;
/** A little after the time from which a stall counts: to look costs time, too. */
const patienceMs = 150;

let last = { beat: 0, atMs: performance.now() };
let hasLooked = false;
let [turnedMs, waitedMs] = [performance.now(), waitedForProcessorMs()];

setInterval(() => {
  noteLateness();
  Atomics.add(counters, counter.looks, 1);
  Atomics.notify(counters, counter.looks);
  const beat = Atomics.load(counters, counter.beats);
  if (beat !== last.beat) {
    last = { beat, atMs: performance.now() };
    hasLooked = false;
  } else if (!hasLooked && performance.now() - last.atMs > patienceMs) {
    hasLooked = true;
    look();
  }
}, lookMs);

/** Adds the time for which nothing ran at all: this thread came late, and other processes were not the reason. */
function noteLateness(): void {
  const [nowMs, waitedNowMs] = [performance.now(), waitedForProcessorMs()];
  const lateMs = nowMs - turnedMs - (waitedNowMs - waitedMs) - 2 * lookMs;
  Atomics.add(counters, counter.lateMs, Math.max(0, Math.round(lateMs)));
  [turnedMs, waitedMs] = [nowMs, waitedNowMs];
}

/** The time for which this thread could have run and others had the processor. */
function waitedForProcessorMs(): number {
  const [, waitedNs = '0'] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ');
  return Number(waitedNs) / 1e6;
}

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
