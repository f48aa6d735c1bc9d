import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { findGrowth, findStaleEntries, measure } from './check-sizes.mjs';
import type { SizeException } from './size-limits.mjs';

const long: SizeException = { file: 'a.ts', rule: 'max-lines', size: 320, reason: 'one table' };

describe('the list of size exceptions', () => {
  it('may only shrink', () => {
    expect(findGrowth([long], [])).toEqual([]);
    expect(findGrowth([long], [{ ...long, size: 310 }])).toEqual([]);
    expect(findGrowth([long], [{ ...long, size: 321 }])).toEqual(['a.ts (max-lines): grew from 320 to 321']);
    expect(findGrowth([], [long])).toEqual(['a.ts (max-lines): is new, and the list may only shrink']);
  });

  it('names what is still above its limit, at its size, with a reason', () => {
    const key = 'a.ts (max-lines)';
    expect(findStaleEntries([long], new Map([[key, 320]]))).toEqual([]);
    expect(findStaleEntries([long], new Map([[key, 310]]))).toEqual([`${key}: is 310 now, lower the entry from 320`]);
    expect(findStaleEntries([long], new Map())).toEqual([`${key}: keeps the limit now, remove the entry`]);
    expect(findStaleEntries([{ ...long, reason: ' ' }], new Map([[key, 320]]))).toEqual([`${key}: has no reason`]);
  });

  it('is compared with the files as they are', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keelson-sizes-'));
    const lines = Array.from({ length: 310 }, (_, line) => `export const a${line} = ${line};`);
    const params = 'export function five(a: 1, b: 1, c: 1, d: 1, e: 1) { return [a, b, c, d, e]; }';
    const choices = Array.from({ length: 13 }, (_, choice) => `  if (n === ${choice}) return ${choice};`);
    const cases = Array.from({ length: 30 }, (_, value) => `    case ${value}: return ${value};`);
    const functions = [
      `export function choose(n: number) {\n${choices.join('\n')}\n}`,
      `export function look(n: number) {\n  switch (n) {\n${cases.join('\n')}\n  }\n}`,
    ];
    writeFileSync(join(folder, 'a.ts'), [...lines, params, '', '// free', ...functions].join('\n'));
    const measured = await measure(folder, [long]);
    rmSync(folder, { recursive: true });
    expect(Object.fromEntries(measured)).toEqual({
      'a.ts (max-lines)': 360,
      'a.ts (max-params)': 5,
      'a.ts (complexity)': 14,
    });
  });
});
