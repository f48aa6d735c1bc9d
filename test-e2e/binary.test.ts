/** The executable itself, as it is found after a clone and after a build. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
let clone = '';

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'keelson-binary-'));
  mkdirSync(join(clone, 'bin'));
  copyFileSync(join(root, 'bin/keelson'), join(clone, 'bin/keelson'));
  copyFileSync(join(root, 'bin/package.json'), join(clone, 'bin/package.json'));
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }');
});

afterEach(() => {
  rmSync(clone, { recursive: true });
});

describe('bin/keelson', () => {
  it('says how to build when nothing is built', () => {
    const ran = spawnSync(join(clone, 'bin/keelson'), [], { encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 1, stdout: '', stderr: 'keelson: not built yet. Run `make build` first.\n' });
  });

  it('hands its arguments to the build of the command line', () => {
    const bundle = join(clone, 'packages/cli/bundle');
    mkdirSync(bundle, { recursive: true });
    writeFileSync(join(bundle, 'package.json'), '{ "type": "commonjs" }');
    writeFileSync(join(bundle, 'start.cjs'), 'console.log(process.argv.slice(2).join());');
    const ran = spawnSync(join(clone, 'bin/keelson'), ['convert', '-f', 'a b'], { encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 0, stdout: 'convert,-f,a b\n' });
  });
});

describe('the bundle', () => {
  it('is used with the code that was compiled when it was made', () => {
    const script = `
      const { loadBundle } = await import(${JSON.stringify(join(root, 'packages/cli/dist/start/load-bundle.js'))});
      console.log(loadBundle(${JSON.stringify(join(root, 'packages/cli/bundle'))}, 'keelson').isCacheUsed);`;
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 0, stdout: 'true\n', stderr: '' });
  });

  it('names the sources in stack traces', () => {
    const failing = join(clone, 'failing.cjs');
    writeFileSync(failing, `process.stdout.write = () => { throw new Error('no room'); };`);
    const env = { ...process.env, NODE_OPTIONS: `--require ${failing}` };
    const ran = spawnSync(join(root, 'bin/keelson'), ['help', 'serve'], { encoding: 'utf8', env });
    expect(ran.stderr).toMatch(/Error: no room\n(.*\n)* {4}at .*packages\/cli\/src\/program\.ts:\d+/);
  });
});
