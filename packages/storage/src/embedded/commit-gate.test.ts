import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createCommitGate, openAsWriter, openBesideWriter } from './commit-gate.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keelson-gate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opening = (): string => join(folder, '.opening');
const commits = (): string => join(folder, '.commits');

/** Of a process that has ended. */
const deadPid = async (): Promise<number> => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
};

/** Runs in another process, since this one stands still while it opens. */
const writeLater = (file: string, text: string): void => {
  const code = `setTimeout(() => require('fs').writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(text)}), 200)`;
  spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
};

describe('commits and the opening of the database', () => {
  it('do not wait where there is nothing to wait for', () => {
    const gate = createCommitGate(folder);
    expect(gate.enter()).toBeUndefined();
    gate.leave();
    expect(openBesideWriter(folder, () => existsSync(opening()))).toBe(true);
    expect(existsSync(opening())).toBe(false);
    gate.close();
    expect(existsSync(commits())).toBe(false);
  });

  it('are not at one time: no commit begins while another process opens', async () => {
    const gate = createCommitGate(folder);
    writeFileSync(opening(), String(process.pid));
    let hasEntered = false;
    const entering = Promise.resolve(gate.enter()).then(() => (hasEntered = true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([hasEntered, readFileSync(commits(), 'latin1')[0]]).toEqual([false, '0']);
    rmSync(opening());
    await entering;
    expect(readFileSync(commits(), 'latin1')[0]).toBe('1');
    gate.close();
  });

  it('are not at one time: nobody opens while a commit is under way', () => {
    const gate = createCommitGate(folder);
    expect(gate.enter()).toBeUndefined();
    writeLater(commits(), `0${String(process.pid)}`);
    expect(openBesideWriter(folder, () => readFileSync(commits(), 'latin1')[0])).toBe('0');
    gate.close();
  });

  it('do not wait for a writer that was killed in a commit and is opened again', async () => {
    for (const writer of [await deadPid(), process.pid]) {
      writeFileSync(commits(), `1${String(writer)}\n`);
      const began = performance.now();
      openAsWriter(folder, () => undefined);
      expect(performance.now() - began).toBeLessThan(10_000);
    }
  });

  it('wait for a writer that cannot be seen from here, for as long as a commit may take', async () => {
    const dead = await deadPid();
    writeFileSync(commits(), `1${String(dead)}\n`);
    writeLater(commits(), `0${String(dead)}\n`);
    expect(openBesideWriter(folder, () => readFileSync(commits(), 'latin1')[0])).toBe('0');
    writeFileSync(commits(), `1${String(dead)}\n`);
    utimesSync(commits(), new Date(), new Date(Date.now() - 31_000));
    expect(openBesideWriter(folder, () => readFileSync(commits(), 'latin1')[0])).toBe('1');
  });

  it('do not wait for a process that was killed while it opened, nor for long for one that is not seen', async () => {
    const gate = createCommitGate(folder);
    for (const [opener, ageMs] of [
      [await deadPid(), 2_000],
      [process.pid, 11_000],
    ] as const) {
      writeFileSync(opening(), String(opener));
      utimesSync(opening(), new Date(), new Date(Date.now() - ageMs));
      await gate.enter();
      expect(existsSync(opening())).toBe(false);
      gate.leave();
    }
    gate.close();
  });

  it('are apart no longer when the opening has failed', () => {
    expect(() =>
      openBesideWriter(folder, () => {
        throw new Error('broken');
      }),
    ).toThrow('broken');
    expect(existsSync(opening())).toBe(false);
  });
});
