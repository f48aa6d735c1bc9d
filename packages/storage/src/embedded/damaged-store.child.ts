/**
 * Opens one damaged store after the other, reads and writes in those that open, and prints what became of each, a line
 * for each. Its arguments: a directory of its own, a sound store in it, and a file with the damages, as JSON.
 */
import { copyFile, mkdir, open, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import type { Storage } from '../contract/storage.ts';
import { hasStorageCode } from '../contract/errors.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import type { StoredValue } from '../contract/unreadable.ts';
import { openEmbedded } from './open-embedded.ts';

interface Damage {
  readonly name: string;
  readonly truncateTo?: number;
  readonly at?: number;
  /** In hexadecimal. */
  readonly bytes?: string;
}

const [directory = '', sound = '', list = ''] = process.argv.slice(2);
const damages = JSON.parse(await readFile(list, 'utf8')) as readonly Damage[];
const files = ['data.mdb', 'keelson-store.json'];

const textOf = (value: StoredValue): string =>
  isUnreadable(value) ? 'unreadable' : Buffer.from(value).toString('base64');

async function digest(storage: Storage): Promise<string> {
  const { entries, revision } = await storage.range(storage.prefix);
  return `${revision} ${entries.map((entry) => `${entry.key} ${entry.revision} ${textOf(entry.value)}`).join()}`;
}

async function makeDamaged(path: string, { truncateTo, at, bytes }: Damage): Promise<void> {
  await mkdir(path, { recursive: true });
  for (const file of files) await copyFile(join(sound, file), join(path, file));
  const data = join(path, 'data.mdb');
  if (truncateTo !== undefined) await truncate(data, truncateTo);
  if (at === undefined || bytes === undefined) return;
  const handle = await open(data, 'r+');
  await handle.write(Buffer.from(bytes, 'hex'), 0, undefined, at);
  await handle.close();
}

/** Writes all over the tree, so that pages are split, merged and reused. */
async function write(storage: Storage): Promise<void> {
  const { entries } = await storage.range(storage.prefix, { limit: 60 });
  await Promise.all(
    entries.map(({ key, revision }, index) =>
      index % 2 === 0 ? storage.delete(key, revision) : storage.update(key, Buffer.alloc(index * 100, 'n'), revision),
    ),
  );
}

async function outcomeOf(path: string, whole: string): Promise<string> {
  try {
    const storage = await openEmbedded({ path });
    try {
      const found = await digest(storage);
      await write(storage);
      return found === whole ? 'whole' : 'different';
    } finally {
      await storage.close();
    }
  } catch (error) {
    if (hasStorageCode(error, 'damaged')) return 'damaged';
    return `failed: ${String(error)} ${JSON.stringify(error)}`;
  }
}

const original = await openEmbedded({ path: sound });
const whole = await digest(original);
await original.close();
for (const [index, damage] of damages.entries()) {
  const path = join(directory, String(index));
  await makeDamaged(path, damage);
  process.stdout.write(`begins ${damage.name}\n`);
  process.stdout.write(`${await outcomeOf(path, whole)}\t${damage.name}\n`);
  await rm(path, { recursive: true });
}
process.stdout.write('done\n');
