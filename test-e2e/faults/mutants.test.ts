/** The checker catches bugs: KEELSON_FAULT_MUTANTS=1 tries all that are known, without it the first. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { check } from './check/check.ts';
import { makeMutant, mutants } from './mutants.ts';
import { run } from './run.ts';

const tried = process.env['KEELSON_FAULT_MUTANTS'] === undefined ? mutants.slice(0, 1) : mutants;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-mutant-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a replica that', () => {
  it.each(tried.map((mutant) => [mutant.name, mutant] as const))('%s is caught', async (_, mutant) => {
    const program = await makeMutant(mutant, folder);
    const { record } = await run({ seed: 1, lastingMs: 4_000, program });
    expect(check(record)).toContainEqual(expect.stringMatching(mutant.finding));
  });

  it('has a bug that is in no place of the bundle is refused', async () => {
    const [known] = mutants;
    if (known === undefined) throw new Error('there are no mutants');
    await expect(makeMutant({ ...known, place: /there is no such text/g }, folder)).rejects.toThrow('has 0 places');
  });
});
