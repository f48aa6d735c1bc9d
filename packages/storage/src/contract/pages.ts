/** Iterates over a prefix page by page, at one revision, so that a large prefix is never in memory at once. */
import type { RangeResult, Storage } from './storage.ts';

export interface PageOptions {
  /** The revision of all pages; the newest at the first page by default. */
  readonly revision?: number;
  readonly pageSize?: number;
}

/**
 * Freshness: as `Storage.range` when the walk begins. Later pages are of that same
 * revision, so a walk that outlives a compaction fails with `compacted`.
 */
export async function* pagesOf(
  storage: Pick<Storage, 'range'>,
  prefix: string,
  options: PageOptions = {},
): AsyncGenerator<RangeResult, void, undefined> {
  const limit = options.pageSize ?? 1_000;
  let page = await storage.range(prefix, {
    limit,
    ...(options.revision !== undefined && { revision: options.revision }),
  });
  yield page;
  while (page.more) {
    const last = page.entries.at(-1);
    if (last === undefined) return;
    page = await storage.range(prefix, { limit, after: last.key, revision: page.revision });
    yield page;
  }
}
