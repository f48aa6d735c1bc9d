/** The watchdog detects a stalled event loop, and tells it from a busy machine. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { failOfStalls, watchLoop } from './support/watched-loop.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-watchdog-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let runs = 0;

/** Runs a program that prints `ready`, and what it is told to do to it then. */
async function stallsOf(program: string, during: (pid: number) => Promise<void> = () => Promise.resolve()) {
  const loop = watchLoop(join(folder, `stalls-${String((runs += 1))}`));
  const child = spawn(process.execPath, ['-e', program], { env: loop.env, stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  loop.begin();
  await during(child.pid ?? 0);
  child.stdin.end();
  await new Promise((resolve) => child.once('exit', resolve));
  return loop.stalls();
}

/** Lives until its input ends, and half a second more. */
const start = `process.stdin.resume().once('end', () => setTimeout(() => process.exit(), 500)); console.log('ready');`;

describe('the watchdog', () => {
  it('tells of a loop that stands still, and of what it does', async () => {
    const program = `${start} function standStill() { for (const began = process.cpuUsage(); process.cpuUsage(began).user < 1_300_000; ); }
      process.stdin.once('end', standStill);`;
    const found = await stallsOf(program);
    expect(found.join('\n')).toMatch(/stood still for \d{3,} ms/);
    expect(found.join('\n')).toContain('standStill');
    expect(() => failOfStalls(found)).toThrow('stood still');
  });

  it('says nothing of a loop that turns', async () => {
    const program = `${start} setInterval(() => { for (const end = Date.now() + 5; Date.now() < end; ); }, 10);`;
    expect(await stallsOf(program)).toEqual([]);
    expect(() => failOfStalls([])).not.toThrow();
  });

  it('says nothing of a process that others keep from running', async () => {
    const found = await stallsOf(start, async (pid) => {
      process.kill(pid, 'SIGSTOP');
      await delay(700);
      process.kill(pid, 'SIGCONT');
      await delay(100);
    });
    expect(found).toEqual([]);
  });
});
