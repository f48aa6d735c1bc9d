/** The life of a worker, with real threads that run a small program instead of the engine. */
import { Worker } from 'node:worker_threads';

import { afterEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@keelson/telemetry';

import type { RegistryJob } from './jobs.ts';
import type { JobRecord, Services } from './services.ts';
import { createWorkerPool, type TaskEnd, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';
import { listenTo } from './worker-thread.ts';

/** The name in a job's place holds the instruction to this worker. */
const program = `
  const { parentPort } = require('node:worker_threads');
  const end = (id, value) => parentPort.postMessage({ type: 'end', id, ended: { ok: true, value } });
  const waiting = new Map();
  let calls = 0;
  let waitingJob = 0;
  const call = (job, method, ...args) => new Promise((resolve) => {
    waiting.set(++calls, resolve);
    parentPort.postMessage({ type: 'call', id: calls, job, method, args });
  });
  const deeds = {
    answer: (id) => end(id, 'answered'),
    crash: () => process.exit(1),
    throw: () => { throw new Error('a fault'); },
    loop: () => { for (;;); },
    fill: () => { for (const all = []; ; ) all.push(new Array(1_000).fill(all.length)); },
    wait: (id) => { waitingJob = id; },
    callForWaiting: async (id) => end(id, await call(waitingJob, 'create', 'key', new Uint8Array(1))),
    write: async (id) => { await call(id, 'create', 'key', new Uint8Array(1)); end(id, 'written'); },
    writeAndCrash: async (id) => { await call(id, 'create', 'key', new Uint8Array(1)); process.exit(1); },
    fail: async (id) => end(id, await call(id, 'delete', 'key', 1)),
  };
  parentPort.on('message', (message) => {
    if (message.type === 'ping') parentPort.postMessage({ type: 'pong' });
    else if (message.type === 'job') void deeds[message.job.place.name](message.id);
    else waiting.get(message.id)(message.ended);
  });
  parentPort.postMessage({ type: 'ready' });
`;

interface Bench {
  readonly pool: WorkerPool;
  /** The number of workers started so far. */
  started(): number;
  alive(): number;
  run(deed: string, user?: string): Promise<TaskEnd<unknown>>;
}

const open: WorkerPool[] = [];
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close();
});

function openBench(options: Partial<WorkerPoolOptions> = {}): Bench {
  let [started, alive] = [0, 0];
  const pool = createWorkerPool({
    start: (listener) => {
      started += 1;
      alive += 1;
      const worker = new Worker(program, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 32 }, stderr: true });
      worker.on('exit', () => (alive -= 1));
      return listenTo(worker, listener);
    },
    servicesOf: (record) => writes(record),
    queue: { tasks: 100, bytes: 100 },
    patienceMs: 20_000,
    silenceMs: 400,
    idleMs: 20_000,
    logger: silentLogger,
    ...options,
  });
  open.push(pool);
  return {
    pool,
    started: () => started,
    alive: () => alive,
    run: (deed, user = 'a') => pool.run({ user, bytes: 1, makeJob: () => jobOf(deed) }),
  };
}

function jobOf(name: string): RegistryJob {
  const place = { group: '', version: 'v1', plural: 'configmaps', name };
  return { kind: 'registry', place, call: { verb: 'get', options: {} } };
}

function writes(record: JobRecord): Services {
  const create = (): Promise<unknown> => {
    record.hasWritten = true;
    return Promise.resolve({ ok: true, revision: 1 });
  };
  return { create, delete: () => Promise.reject(new Error('refused')) } as unknown as Services;
}

const answered = { ok: true, ended: { ok: true, value: 'answered' } };

describe('a worker', () => {
  it('is started by the first job, serves those that follow, and ends when there is nothing to do', async () => {
    const bench = openBench({ idleMs: 50 });
    expect(bench.started()).toBe(0);
    const ends = await Promise.all(['answer', 'write', 'answer'].map((deed) => bench.run(deed)));
    expect(ends.map((end) => end.ok)).toEqual([true, true, true]);
    expect(bench.started()).toBe(1);
    while (bench.alive() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await bench.run('answer')).toMatchObject(answered);
    expect(bench.started()).toBe(2);
  });

  it('is told what a service failed with', async () => {
    const bench = openBench();
    const end = await bench.run('fail');
    expect(end).toMatchObject({ ended: { value: { ok: false, error: { message: 'refused' } } } });
  });

  it.each([
    ['ends its process', 'crash'],
    ['throws where nobody catches', 'throw'],
    ['never ends', 'loop'],
    ['fills its memory', 'fill'],
  ])('that is taken down by a job that %s fails that job, and another takes its place', async (_, deed) => {
    const bench = openBench();
    expect(await bench.run(deed)).toEqual({ ok: false, reason: 'lost', mayHaveWritten: false });
    expect(await bench.run('answer')).toMatchObject(answered);
    expect(bench.started()).toBe(2);
  });

  it('that goes down takes along only the job that does it, whatever is under way beside it', async () => {
    const bench = openBench();
    const deeds = ['answer', 'crash', 'answer', 'answer'].map((deed) => bench.run(deed));
    const [first, crashed, ...others] = await Promise.all(deeds);
    expect(crashed).toMatchObject({ ok: false, reason: 'lost' });
    for (const other of [first, ...others]) expect(other).toMatchObject(answered);
  });

  it('that goes down when a job has written says that it may have, and does not do it again', async () => {
    const bench = openBench();
    expect(await bench.run('writeAndCrash')).toEqual({ ok: false, reason: 'lost', mayHaveWritten: true });
    expect(bench.started()).toBe(1);
  });

  it('that cannot start is not started for ever', async () => {
    const start: WorkerPoolOptions['start'] = (listener) =>
      listenTo(new Worker('throw new Error("no")', { eval: true, stderr: true }), listener);
    const bench = openBench({ start });
    const ends = await Promise.all([bench.run('answer'), bench.run('answer')]);
    expect(ends.map((end) => !end.ok && end.reason)).toEqual(['lost', 'lost']);
  });
});

describe('jobs', () => {
  it('of one user are refused beyond half of the room, and those of others are not', async () => {
    const bench = openBench({ queue: { tasks: 4, bytes: 100 } });
    const ends = await Promise.all(['a', 'a', 'a', 'b', 'b', 'b'].map((user) => bench.run('answer', user)));
    expect(ends.map((end) => (end.ok ? 'ok' : end.reason))).toEqual(['ok', 'ok', 'full', 'ok', 'ok', 'full']);
  });

  it('that waited too long are given up', async () => {
    const bench = openBench({ patienceMs: 0 });
    expect(await bench.run('answer')).toEqual({ ok: false, reason: 'late', mayHaveWritten: false });
  });

  it('that never end are given up when their time is up, and hold up no others', async () => {
    const bench = openBench({ patienceMs: 1_000, silenceMs: 20_000 });
    const never = Array.from({ length: 8 }, () => bench.run('wait'));
    for (const end of await Promise.all(never)) expect(end).toMatchObject({ reason: 'late' });
    expect(await bench.run('answer')).toMatchObject(answered);
    expect(bench.started()).toBe(1);
  });

  it('that were given up are refused what they still ask for, so that they end', async () => {
    const bench = openBench({ patienceMs: 1_000, silenceMs: 20_000 });
    expect(await bench.run('wait')).toMatchObject({ reason: 'late' });
    const end = await bench.run('callForWaiting');
    expect(end).toMatchObject({ ended: { value: { ok: false, error: { message: 'the request was given up' } } } });
  });

  it('that come after the end are refused', async () => {
    const bench = openBench();
    const before = bench.run('wait');
    await bench.pool.close();
    expect(await before).toMatchObject({ reason: 'stopping' });
    expect(await bench.run('answer')).toMatchObject({ reason: 'stopping' });
    expect(bench.alive()).toBe(0);
  });
});
