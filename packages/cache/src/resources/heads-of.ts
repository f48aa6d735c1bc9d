/** The newest versions of all keys, in chunks: the tree must not change during a scan, and may between two of them. */
import type { Clock } from '../clock.ts';
import { isReadable } from '../objects/live-version.ts';
import type { Version } from '../objects/object-version.ts';
import type { CachedResource } from './resource.ts';

const chunkSize = 256;

/** An array of a million objects would stop everybody else. */
export function* headsOf({ tree, folder }: Pick<CachedResource, 'tree' | 'folder'>): Generator<Version, void> {
  for (let from: string | undefined = folder; from !== undefined;) {
    const heads: Version[] = [];
    tree.scan(folder, from, (head) => heads.push(head) <= chunkSize);
    from = heads.length > chunkSize ? heads.pop()?.key : undefined;
    yield* heads;
  }
}

export interface ReadValuesOptions {
  /** False once it is to end. */
  readonly isCurrent: () => boolean;
  readonly giveWay: Clock['giveWay'];
}

/** Reads all values that are still in the store. Resolves to false if it was ended before. */
export async function readValues(
  resource: CachedResource,
  { isCurrent, giveWay }: ReadValuesOptions,
): Promise<boolean> {
  for (const head of resource.unreadCount === 0 ? [] : headsOf(resource)) {
    if (!isCurrent()) return false;
    isReadable(head);
    const pause = giveWay();
    if (pause !== undefined) await pause;
  }
  return isCurrent();
}
