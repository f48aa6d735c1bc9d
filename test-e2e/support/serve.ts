/** Starts the built server as people do, on a free port and in a directory of its own, and asks it over TLS. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { openTestClient } from '@keelson/testkit/client';
import type { TestRequest, TestResponse } from '@keelson/testkit/client';

import { findFaults } from './process-faults.ts';
import { failOfStalls, watchLoop, type WatchedLoop } from './watched-loop.ts';

export { freePort } from '@keelson/storage/etcd-cluster';

export const program = join(import.meta.dirname, '..', '..', 'bin', 'keelson');
export const token = 'a-token-for-tests';
const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'User-Agent': 'e2e' };

/** A directory for one server, or for several one after the other. */
export interface Home {
  readonly folder: string;
  readonly kubeconfig: string;
  /** Their tokens are their names. To be called before `start`. */
  addUsers(...names: readonly string[]): Promise<void>;
  start(...flags: readonly string[]): Promise<Started>;
  /** The same of another build. */
  startBuild(program: string, ...flags: readonly string[]): Promise<Started>;
  /** For tests of faults themselves. */
  expectFaults(): void;
  /**
   * Kills what still runs and removes the directory. Rejects if a server met a fault that nothing handled, or if its
   * event loop stood still meanwhile.
   */
  remove(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

export interface Started {
  readonly process: ChildProcess;
  readonly url: string;
  /** From the start of the process until it is ready. */
  readonly startMs: number;
  /** All that it has printed so far. */
  printed(): string;
  ask(path: string, init?: Question): Promise<Answer>;
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
}

export type Question = TestRequest;
export type Answer = TestResponse;

export async function makeHome(environment: Environment = {}): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-e2e-'));
  await writeFile(join(folder, 'tokens.csv'), `${token},admin,1,"system:masters"\n`);
  const running: ChildProcess[] = [];
  const watched: WatchedLoop[] = [];
  const started: Started[] = [];
  let areFaultsExpected = false;
  const startBuild: Home['startBuild'] = async (build, ...flags) => {
    const loop = watchLoop(join(folder, `stalls-${String(watched.length)}`), environment);
    watched.push(loop);
    const server = await start(folder, running, { build, flags, env: loop.env });
    started.push(server);
    loop.begin();
    return server;
  };
  return {
    folder,
    kubeconfig: join(folder, 'data', 'admin.kubeconfig'),
    addUsers: (...names) =>
      appendFile(join(folder, 'tokens.csv'), names.map((name) => `${name},${name},${name}\n`).join('')),
    start: (...flags) => startBuild(program, ...flags),
    startBuild,
    expectFaults: () => {
      areFaultsExpected = true;
    },
    remove: async () => {
      for (const child of running.splice(0)) child.kill('SIGKILL');
      const stalls = await Promise.all(watched.splice(0).map((loop) => loop.stalls()));
      await rm(folder, { recursive: true, force: true });
      const faults = areFaultsExpected ? [] : started.flatMap(findFaults);
      if (faults.length > 0) throw new Error(`a server met faults that nothing handled:\n${faults.join('\n')}`);
      failOfStalls(stalls.flat());
    },
  };
}

interface Starting {
  readonly build: string;
  readonly flags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

async function start(folder: string, running: ChildProcess[], { build, flags, env }: Starting): Promise<Started> {
  const began = performance.now();
  const own = ['--data-dir', join(folder, 'data'), '--secure-port', '0'];
  const args = ['serve', ...own, '--token-auth-file', join(folder, 'tokens.csv'), ...flags];
  const child = spawn(process.execPath, [build, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  running.push(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /serves on (https:\/\/\S+)\n/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`exit code ${String(code)}: ${said}`)));
  });
  const { ask, close } = openTestClient({ url, connections: { rejectUnauthorized: false }, headers });
  void ended.then(close);
  await whenReady(
    () => ask('/readyz'),
    () => said,
  );
  return { process: child, url, startMs: performance.now() - began, printed: () => said, ask, ended };
}

const patienceMs = 90_000;

async function whenReady(ask: () => Promise<Answer>, printed: () => string): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const { status, body } = await ask();
    if (status === 200) return;
    // Waiting longer makes nobody known, and no keys the same.
    const isHopeless = status === 401 || printed().includes('give all replicas the same') || performance.now() > until;
    if (isHopeless) throw new Error(`not ready: ${String(status)} ${body}\n${printed()}`);
    await setTimeout(5);
  }
}
