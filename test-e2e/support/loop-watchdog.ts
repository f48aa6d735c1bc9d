/**
 * Loaded into a server before its own code, by tests: writes down when its event loop stood
 * still, and for how much of that time it was at work. Time in which the machine let others
 * run is not the server's, and neither is what it takes longer because they run beside it.
 */
import { openSync, readSync } from 'node:fs';
import { extname } from 'node:path';
import { isMainThread, Worker } from 'node:worker_threads';

import { noteLine } from './note-line.ts';

/** A line of the file. */
export interface Stall {
  /** When it ended, in milliseconds since 1970. */
  readonly atMs: number;
  readonly stoodMs: number;
  /** As it would have been at the best speed that this process has seen. */
  readonly workedMs: number;
}

/** The stack of the server's main thread, as the watchdog's thread saw it. */
export interface SeenStack {
  readonly atMs: number;
  readonly stack: string;
}

/** For the watchdog's thread: a counter that every turn of the timer increments. */
export interface WatchdogData {
  readonly beats: Int32Array;
  readonly path: string;
}

/** Both have to be: a loop that stands still because others run is none that somebody keeps busy. */
export const stallMs = Number(process.env['KEELSON_TEST_STALL_MS'] ?? 100);
/** Where others had the processor for most of the time: each change of hands costs the work its caches. */
const sharedStallMs = 3 * stallMs;

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

const loops = 100_000;
/** The number of recent samples that give the current speed: the best of them was not interrupted. */
const samples = 5;
const beatsPerSample = 20;

/** Measures the slowdown of the processor against its best, by a constant piece of work. */
function createSpeedometer() {
  let best = Infinity;
  const last: number[] = [];
  const sample = (): void => {
    const beganMs = performance.now();
    let sum = 0;
    for (let loop = 0; loop < loops; loop += 1) sum = (sum * 31 + loop) | 0;
    const tookMs = performance.now() - beganMs;
    // The sum is used, so that it is worked out.
    last.push(sum === 1 ? 0 : tookMs);
    if (last.length > samples) last.shift();
    best = Math.min(best, tookMs);
  };
  return { sample, slowness: (): number => Math.max(1, Math.min(...last) / best) };
}

function watch(path: string): void {
  const workedMs = openProcessorClock();
  if (workedMs === undefined) return;
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const speed = createSpeedometer();
  let [lastMs, lastWorkedMs] = [performance.now(), workedMs()];
  const look = (): void => {
    const [stoodMs, worked] = [performance.now() - lastMs, workedMs() - lastWorkedMs];
    if (stoodMs < stallMs || worked < stallMs) return;
    for (let count = 0; count < samples; count += 1) speed.sample();
    const stall: Stall = { atMs: Date.now(), stoodMs, workedMs: worked / speed.slowness() };
    const leastMs = worked < stoodMs / 2 ? sharedStallMs : stallMs;
    if (stall.workedMs >= leastMs) noteLine(path, stall);
  };
  setInterval(() => {
    look();
    if (Atomics.add(beats, 0, 1) % beatsPerSample === 0) speed.sample();
    [lastMs, lastWorkedMs] = [performance.now(), workedMs()];
  }, beatMs).unref();
  const workerData: WatchdogData = { beats, path };
  const entry = new URL(`loop-watchdog-stack${extname(import.meta.url)}`, import.meta.url);
  new Worker(entry, { workerData, execArgv: [], env: {} }).unref();
}

const path = process.env['KEELSON_TEST_STALLS'];
if (isMainThread && path !== undefined) watch(path);
