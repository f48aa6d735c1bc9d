/** Tells versions of a resource apart that are stored differently, without saying how they are stored. */
import { createHash } from 'node:crypto';

import type { Resource } from '@keelson/schema';

const hashedBytes = 8;

/** Undefined where nothing is stored. */
export function storageVersionHash({ kind, storage }: Resource): string | undefined {
  if (storage.kind !== 'stored') return undefined;
  const { group, shownVersion = storage.version } = storage;
  const hash = createHash('sha256').update(`${group}/${shownVersion}/${kind}`);
  return hash.digest().subarray(0, hashedBytes).toString('base64');
}
