/** Iterates over a prefix page by page, at one revision, so that a large prefix is never in memory at once. */
import type { RangeResult, Storage } from './storage.ts';

export interface PageOptions {
  /** The revision of all pages; the newest at the first page by default. */
  readonly revision?: number;
  readonly pageSize?: number;
}

/**
 * Freshness: as `Storage.range` when the walk begins. Later pages are of that same
 * revision, so a walk that outlives a compaction fails with `compacted`. Each is asked for while the one before is in use.
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
  for (;;) {
    const last = page.more ? page.entries.at(-1) : undefined;
    const next = last && storage.range(prefix, { limit, after: last.key, revision: page.revision });
    // Whoever takes no further page is not told of its failure.
    next?.catch(() => undefined);
    yield page;
    if (next === undefined) return;
    page = await next;
  }
}
