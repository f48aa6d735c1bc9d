/**
 * Loaded into a server before its own code, by tests: writes down when its event loop stood
 * still, and for how much of that time it was at work. Time in which the machine let others
 * run is not the server's.
 */
import { appendFileSync, openSync, readSync } from 'node:fs';
import { extname } from 'node:path';
import { isMainThread, Worker } from 'node:worker_threads';

/** A line of the file. */
export interface Stall {
  /** When it ended, in milliseconds since 1970. */
  readonly atMs: number;
  readonly stoodMs: number;
  readonly workedMs: number;
}

/** What a thread beside it found the server doing. */
export interface SeenStack {
  readonly atMs: number;
  readonly stack: string;
}

/** For the thread that looks at what is being done: counted up with every turn of the timer. */
export interface WatchdogData {
  readonly beats: Int32Array;
  readonly path: string;
}

/** Both have to be: a loop that stands still because others run is none that somebody keeps busy. */
export const stallMs = 100;

const beatMs = 10;

/** Of the main thread, as the kernel counts it. Undefined where it does not. */
function openProcessorClock(): (() => number) | undefined {
  try {
    const file = openSync(`/proc/self/task/${String(process.pid)}/schedstat`, 'r');
    const bytes = Buffer.alloc(64);
    return () => Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)), 10) / 1e6;
  } catch {
    return undefined;
  }
}

function watch(path: string): void {
  const workedMs = openProcessorClock();
  if (workedMs === undefined) return;
  const beats = new Int32Array(new SharedArrayBuffer(4));
  let [lastMs, lastWorkedMs] = [performance.now(), workedMs()];
  setInterval(() => {
    const [nowMs, nowWorkedMs] = [performance.now(), workedMs()];
    const stall: Stall = { atMs: Date.now(), stoodMs: nowMs - lastMs, workedMs: nowWorkedMs - lastWorkedMs };
    if (stall.stoodMs >= stallMs && stall.workedMs >= stallMs) appendFileSync(path, `${JSON.stringify(stall)}\n`);
    [lastMs, lastWorkedMs] = [nowMs, nowWorkedMs];
    Atomics.add(beats, 0, 1);
  }, beatMs).unref();
  const workerData: WatchdogData = { beats, path };
  const entry = new URL(`loop-watchdog-stack${extname(import.meta.url)}`, import.meta.url);
  new Worker(entry, { workerData, execArgv: [], env: {} }).unref();
}

const path = process.env['KEELSON_TEST_STALLS'];
if (isMainThread && path !== undefined) watch(path);
