/** The newest versions of all keys, in chunks: the tree must not change during a scan, and may between two of them. */
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
