/**
 * The program with a bug put in: a copy of its bundle with one place changed. The program itself has no switch for it.
 */
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const bundle = 'packages/cli/bundle';

interface Mutant {
  readonly name: string;
  /** Found once in the bundle. */
  readonly place: RegExp;
  readonly by: string;
  /** The findings of the checker. */
  readonly finding: RegExp;
}

export const mutants: readonly Mutant[] = [
  {
    name: 'reads what it has, without asking how far the store is',
    place: /mostRecent: \(cost, deadline\) => \{/g,
    by: '$& return Promise.resolve(true);',
    finding: /^not linearizable: .*"read"/,
  },
  {
    name: 'skips an event now and then',
    place: /dispatch: \((\w+), event\) => \{/g,
    by: '$& if (event.revision % 53 === 0) return;',
    finding: /^watch: /,
  },
  {
    name: 'acknowledges a write before the store has',
    place: /const writing = callToWrite\(\w+, \(\{ kv \}, \w+\) => kv\.txn\(\w+, \w+\), deadline\);/g,
    by: `$& writing.then((result) => (globalThis.lastWritten = Math.max(globalThis.lastWritten ?? 0, result.revision ?? 0)), () => 0);
      if (globalThis.lastWritten > 0) return Promise.race([writing,
        new Promise((resolve) => setTimeout(() => resolve({ ok: true, revision: globalThis.lastWritten + 1 }), 10))]);`,
    finding: /^(?:lost|elsewhere): /,
  },
];

/** Returns the path of the program. Throws if the place to be changed is not there, or there twice. */
export async function makeMutant({ name, place, by }: Mutant, folder: string): Promise<string> {
  const target = join(folder, bundle);
  await cp(join(root, bundle), target, { recursive: true });
  await mkdir(join(folder, 'bin'), { recursive: true });
  for (const file of ['keelson', 'package.json']) await cp(join(root, 'bin', file), join(folder, 'bin', file));
  for (const where of ['node_modules', 'packages/cli/package.json'])
    await symlink(join(root, where), join(folder, where));
  const path = join(target, 'keelson.cjs');
  const text = await readFile(path, 'latin1');
  const found = [...text.matchAll(place)].length;
  if (found !== 1) throw new Error(`the mutant that ${name} has ${found} places in the bundle`);
  await writeFile(path, text.replace(place, by), 'latin1');
  // Code that was compiled from the text before.
  await rm(join(target, 'keelson.cache'), { force: true });
  return join(folder, 'bin/keelson');
}
