/** The import check, run as `make floors` runs it, on small trees that keep the order and on ones that break it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { floors } from '../floors.mjs';
import { plannedPackages, readFloorsTable, readFoldersTable } from './floors-table.mjs';

const root = join(import.meta.dirname, '..');
const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

type Tree = Readonly<Record<string, string>>;

/** Three packages on three floors and two beside each other, importing as they may. */
const clean: Tree = {
  'packages/schema/src/index.ts': `export * from './name.ts';\n`,
  'packages/schema/src/name.ts': `export const name = 'a';\nexport interface Named { name: string }\n`,
  'packages/schema/src/validate/conformance/check.ts': `import { Ajv } from 'ajv';\nexport const check = new Ajv();\n`,
  'packages/schema/src/testing/index.ts': `import fc from 'fast-check';\nexport { check } from '../validate/conformance/check.ts';\nexport const law = fc;\n`,
  'packages/meta/src/index.ts': `export { name } from '@keelson/schema';\n`,
  'packages/api/src/index.ts': `import { name } from '@keelson/meta';\nexport const kind = name;\n`,
  'packages/api/src/kind.test.ts': `import { it } from '@jest/globals';\nimport { law } from '@keelson/schema/testing';\nimport { kind } from './index.ts';\nit(kind, () => law);\n`,
  'packages/storage/src/index.ts': `import type { Named } from '@keelson/schema';\nexport const key = (of: Named) => of.name;\n`,
};

function plant(tree: Tree): string {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-floors-'));
  made.push(folder);
  const names = ['schema', 'meta', 'api', 'storage'];
  for (const [path, text] of Object.entries({ ...clean, ...tree })) write(join(folder, path), text);
  for (const name of names) {
    const exports = { '.': { source: './src/index.ts' }, './testing': { source: './src/testing/index.ts' } };
    const manifest = { name: `@keelson/${name}`, type: 'module', exports };
    write(join(folder, 'packages', name, 'package.json'), JSON.stringify(manifest));
    link(join(folder, 'packages', name), join(folder, 'node_modules', '@keelson', name));
  }
  for (const library of ['ajv', 'protobufjs', '@jest/globals', 'fast-check', 'typescript']) {
    link(join(root, 'node_modules', library), join(folder, 'node_modules', library));
  }
  return folder;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'dir');
}

function checkFloors(tree: Tree): { status: number | null; output: string } {
  const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(root, '.dependency-cruiser.mjs');
  const ran = spawnSync(process.execPath, [command, '--config', config, 'packages'], {
    cwd: plant(tree),
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' },
  });
  return { status: ran.status, output: ran.stdout + ran.stderr };
}

/** Each breaks one rule, but for those that others import. */
const broken: Tree = {
  'packages/schema/src/up.ts': `import { kind } from '@keelson/api';\nexport const up = kind;\n`,
  'packages/meta/src/up.ts': `import type { key } from '@keelson/storage';\nexport type Up = typeof key;\n`,
  'packages/api/src/unborn.ts': `export { serve } from '@keelson/server';\n`,
  'packages/storage/src/aside.ts': `export { kind } from '@keelson/api';\n`,
  'packages/api/src/a.ts': `import type { B } from './b.ts';\nexport interface A { b: B }\n`,
  'packages/api/src/b.ts': `import type { A } from './a.ts';\nexport interface B { a: A }\n`,
  'packages/schema/src/language/above.ts': `import type { Check } from '../validate/limit.ts';\nexport type Above = Check;\n`,
  'packages/schema/src/validate/limit.ts': `import { compileOnce } from '../compile-once.ts';\nexport type Check = typeof compileOnce;\n`,
  'packages/schema/src/compile-once.ts': `import { stray } from './table/stray.ts';\nexport const compileOnce = stray;\n`,
  'packages/schema/src/table/stray.ts': `export const stray = 1;\n`,
  'packages/api/src/deep.ts': `export { name } from '../../schema/src/name.ts';\n`,
  'packages/storage/src/stray.ts': `export { Ajv } from 'ajv';\n`,
  'packages/schema/src/stray.ts': `export { Ajv } from 'ajv';\n`,
  'packages/meta/src/stray.ts': `import type { Root } from 'protobufjs';\nexport type Stray = Root;\n`,
  'packages/api/src/homeless.ts': `import ts from 'typescript';\nexport const version = ts.version;\n`,
  'packages/api/src/suite.ts': `export { law } from '../../schema/src/testing/index.ts';\n`,
  'packages/api/src/shipped.ts': `export { expect } from '@jest/globals';\n`,
};

describe('the import check', () => {
  let refused = '';

  beforeAll(() => {
    const { status, output } = checkFloors(broken);
    expect(status).not.toBe(0);
    refused = output;
  });

  it('passes a tree that keeps the order', () => {
    const { status, output } = checkFloors({});
    expect(output).toContain('no dependency violations found');
    expect(status).toBe(0);
  });

  it.each([
    ['an import from a higher floor', 'floor-0-schema: packages/schema/src/up.ts → packages/api/src/index.ts'],
    [
      'an import of a type from a higher floor',
      'floor-1-meta: packages/meta/src/up.ts → packages/storage/src/index.ts',
    ],
    [
      'an import from a package beside it',
      'floor-2-storage: packages/storage/src/aside.ts → packages/api/src/index.ts',
    ],
    ['an upward import of a package that is not there', 'floor-2-api: packages/api/src/unborn.ts → @keelson/server'],
    ['an import past the index of a package', 'no-deep-import: packages/api/src/deep.ts → packages/schema/src/name.ts'],
    [
      'an import from a folder that stands after its own',
      'folder-schema-language: packages/schema/src/language/above.ts → packages/schema/src/validate/limit.ts',
    ],
    [
      'an import from a folder that stands after the file',
      'folder-schema-compile-once: packages/schema/src/compile-once.ts → packages/schema/src/table/stray.ts',
    ],
    ['a library in another package than its own', 'confine-ajv: packages/storage/src/stray.ts → '],
    ['a library outside its folder in its own package', 'confine-ajv: packages/schema/src/stray.ts → '],
    ['the types of a library outside its home', 'confine-protobufjs: packages/meta/src/stray.ts → '],
    ['a library that has no home', 'no-homeless-library: packages/api/src/homeless.ts → '],
    ['the entry for tests in what ships', 'no-test-in-source: packages/api/src/suite.ts → '],
    ['a test library in what ships', 'no-homeless-library: packages/api/src/shipped.ts → '],
  ])('refuses %s', (_what, line) => {
    expect(refused).toContain(`error ${line}`);
  });

  it('refuses a cycle of files that only types close', () => {
    expect(refused).toMatch(/error no-cycle: packages\/api\/src\/(a|b)\.ts →\s+packages\/api\/src\/(a|b)\.ts/);
  });

  it('refuses nothing else', () => {
    const files = [...refused.matchAll(/error [a-z0-9-]+: (\S+) →/g)].map(([, file]) => file);
    const imported = [
      'packages/api/src/b.ts',
      'packages/schema/src/validate/limit.ts',
      'packages/schema/src/table/stray.ts',
    ];
    expect(new Set(files)).toEqual(new Set(Object.keys(broken).filter((file) => !imported.includes(file))));
  });
});

describe('the floors in ARCHITECTURE.md', () => {
  it('are those of floors.mjs', () => {
    const planned = plannedPackages(root);
    const stated = floors.map(({ floor, name, about, confines }) => ({
      floor,
      name,
      about,
      libraries: Object.keys(confines),
      isPlanned: planned.includes(name),
    }));
    expect(readFloorsTable(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))).toEqual(stated);
  });
});

describe('the folders in ARCHITECTURE.md', () => {
  it('are those of floors.mjs', () => {
    const stated = floors.flatMap(({ name, folders }) => (folders === undefined ? [] : [{ name, folders }]));
    expect(readFoldersTable(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))).toEqual(stated);
  });
});
