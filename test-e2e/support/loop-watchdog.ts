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

/** For the watchdog's thread: the counters below. */
export interface WatchdogData {
  readonly counters: Int32Array;
  readonly path: string;
}

/** Of the counters: turns of the timer here, turns of the thread's own timer, and the milliseconds for which nothing ran. */
export const counter = { beats: 0, looks: 1, lateMs: 2 } as const;

/** Both have to be: a loop that stands still because others run is none that somebody keeps busy. */
export const stallMs = Number(process.env['KEELSON_TEST_STALL_MS'] ?? 400);
/** Where others had the processor for most of the time: each change of hands costs the work its caches. */
const sharedStallMs = 4 * stallMs;

const beatMs = 10;
/** The thread looks several times in that time, unless it is kept from it too. */
const mostLookMs = 200;

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
/** As long as the loops take on the machine that the limits were found on. */
const referenceMs = 0.15;
/** The number of recent samples that give the current speed: the best of them was not interrupted. */
const samples = 5;
const beatsPerSample = 20;

/** Measures the slowdown of the processor against the reference, by a constant piece of work. */
function createSpeedometer() {
  const last: number[] = [];
  const sample = (): void => {
    const beganMs = performance.now();
    let sum = 0;
    for (let loop = 0; loop < loops; loop += 1) sum = (sum * 31 + loop) | 0;
    const tookMs = performance.now() - beganMs;
    // The sum is used, so that it is worked out.
    last.push(sum === 1 ? 0 : tookMs);
    if (last.length > samples) last.shift();
  };
  return { sample, slowness: (): number => Math.max(1, Math.min(...last) / referenceMs) };
}

function watch(path: string): void {
  const workedMs = openProcessorClock();
  if (workedMs === undefined) return;
  const counters = new Int32Array(new SharedArrayBuffer(12));
  const speed = createSpeedometer();
  const lateMs = (): number => Atomics.load(counters, counter.lateMs);
  let [lastMs, lastWorkedMs, lastLateMs] = [performance.now(), workedMs(), lateMs()];
  const look = (): void => {
    const [stoodMs, counted] = [performance.now() - lastMs, workedMs() - lastWorkedMs];
    if (stoodMs < stallMs || counted < stallMs) return;
    // A machine that stands still as a whole counts that as work, and holds up the thread as well.
    Atomics.wait(counters, counter.looks, Atomics.load(counters, counter.looks), mostLookMs);
    const worked = counted - (lateMs() - lastLateMs);
    for (let count = 0; count < samples; count += 1) speed.sample();
    const stall: Stall = { atMs: Date.now(), stoodMs, workedMs: worked / speed.slowness() };
    const leastMs = worked < stoodMs / 2 ? sharedStallMs : stallMs;
    if (stall.workedMs >= leastMs) noteLine(path, stall);
  };
  setInterval(() => {
    look();
    if (Atomics.add(counters, counter.beats, 1) % beatsPerSample === 0) speed.sample();
    [lastMs, lastWorkedMs, lastLateMs] = [performance.now(), workedMs(), lateMs()];
  }, beatMs).unref();
  const workerData: WatchdogData = { counters, path };
  const entry = new URL(`loop-watchdog-stack${extname(import.meta.url)}`, import.meta.url);
  new Worker(entry, { workerData, execArgv: [], env: {} }).unref();
}

const path = process.env['KEELSON_TEST_STALLS'];
if (isMainThread && path !== undefined) watch(path);
