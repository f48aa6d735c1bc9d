/** The names beside a store that a restore gives, and what they mean where the store itself is gone. */
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

import { StorageError } from '../contract/errors.ts';

/** Filled by a restore, and moved to the place of the store once it is whole. */
export function unfinishedPathOf(path: string): string {
  return `${path}.restoring`;
}

/** The store that a restore has taken the place of. */
export function asidePathOf(path: string, at: Date): string {
  return `${path}.before-${at.toISOString().replaceAll(':', '-')}`;
}

/**
 * Rejects with `damaged` where the store is missing beside what a restore has left: it was cut short between its two
 * renames, or before them. A start would make an empty store there.
 */
export async function refuseCutShortRestore(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  // A folder that cannot be read is told of when the store is made in it.
  const found = await readdir(folder).catch((): string[] => []);
  if (found.includes(name)) return;
  const left = found.filter((each) => each === unfinishedPathOf(name) || each.startsWith(`${name}.before-`));
  if (left.length === 0) return;
  throw new StorageError(
    'damaged',
    `${path} is gone, beside ${left.join(', ')}: a restore was cut short. Run keelson restore again. To go on with ` +
      `what was there before, rename ${name}.before-… to ${name}; to start with an empty store, move all of these away.`,
  );
}
