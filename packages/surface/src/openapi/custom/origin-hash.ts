/** A hash of what a document is made of, for documents that are written only when they are read. Equal on all replicas. */
import { createHash } from 'node:crypto';

import type { Resource } from '@keelson/schema';

/** `version` is the server's own. */
export function originHash(resources: readonly Resource[], version: string): string {
  const origins = resources.map(({ group, version: own, plural, custom }) => [group, own, plural, custom]);
  return hashOf([version, JSON.stringify(origins)]);
}

export function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha512');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').toUpperCase();
}
