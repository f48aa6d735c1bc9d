/** The environment of tests, on files of tests that leave promises behind. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keelson-jest-'));
  const testEnvironment = join(import.meta.dirname, 'jest-environment.mjs');
  const config = { rootDir: folder, testEnvironment, transform: {}, testMatch: ['**/*.cjs'] };
  writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(config));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(text: string) {
  const path = join(folder, 'a.cjs');
  writeFileSync(path, text);
  const args = [jest, '--config', join(folder, 'jest.config.json'), '--no-cache'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, stderr };
}

const reject = `Promise.reject(new Error('nobody sees this'))`;

describe('a file of tests', () => {
  it('passes where every promise is seen', () => {
    expect(
      run(`test('t', () => ${reject}.catch(() => undefined)); test('u', () => { void Promise.resolve(); });`),
    ).toMatchObject({
      status: 0,
    });
  });

  it.each([
    ['a test', `test('t', async () => { void ${reject}; await new Promise((resolve) => setTimeout(resolve, 5)); });`],
    ['the end of the last test', `test('t', () => { void ${reject}; });`],
    ['the last hook', `afterAll(() => { void ${reject}; }); test('t', () => undefined);`],
    [
      'a turn of the event loop after it',
      `afterAll(() => { setImmediate(() => void ${reject}); }); test('t', () => undefined);`,
    ],
    [
      'a test that handles it too late',
      `test('t', async () => { const late = ${reject}; await new Promise((resolve) => setTimeout(resolve, 5)); await late.catch(() => undefined); });`,
    ],
  ])('fails where one is rejected unseen by %s', (_, text) => {
    expect(run(text)).toEqual({ status: 1, stderr: expect.stringContaining('nobody sees this') });
  });
});
