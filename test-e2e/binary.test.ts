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
    mkdirSync(join(clone, 'packages/cli/dist'), { recursive: true });
    writeFileSync(join(clone, 'packages/cli/dist/main.js'), 'console.log(process.argv.slice(2).join());');
    const ran = spawnSync(join(clone, 'bin/keelson'), ['convert', '-f', 'a b'], { encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 0, stdout: 'convert,-f,a b\n' });
  });
});
