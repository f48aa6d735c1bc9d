/** Iterates over a prefix page by page, at one revision, so that a large prefix is never in memory at once. */
import type { KeyEntry, RangeOptions } from './storage.ts';
import { isUnreadable } from './unreadable.ts';

export interface PageOptions {
  /** The revision of all pages; the newest at the first page by default. */
  readonly revision?: number;
  /** Default: by the size of the entries, which costs an etcd least: it looks through all keys that follow for each page. */
  readonly pageSize?: number;
}

/** A page of entries, or of keys. */
interface Page {
  readonly entries: readonly KeyEntry[];
  readonly revision: number;
  readonly more: boolean;
}

interface Paged<P extends Page> {
  range(prefix: string, options: RangeOptions): Promise<P>;
}

const firstPageEntries = 100;
const mostPageEntries = 10_000;
const pageBytes = 8_000_000;

/**
 * Freshness: as `Storage.range` when the walk begins. Later pages are of that same
 * revision, so a walk that outlives a compaction fails with `compacted`. Each is asked for while the one before is in use.
 */
export async function* pagesOf<P extends Page>(
  storage: Paged<P>,
  prefix: string,
  options: PageOptions = {},
): AsyncGenerator<P, void, undefined> {
  const { pageSize, revision } = options;
  let page = await storage.range(prefix, {
    limit: pageSize ?? firstPageEntries,
    ...(revision !== undefined && { revision }),
  });
  for (;;) {
    const last = page.more ? page.entries.at(-1) : undefined;
    const sized = pageSize === undefined ? { limit: fitting(page), isLimitSized: true } : { limit: pageSize };
    const next = last && storage.range(prefix, { ...sized, after: last.key, revision: page.revision });
    // Whoever takes no further page is not told of its failure.
    next?.catch(() => undefined);
    yield page;
    if (next === undefined) return;
    page = await next;
  }
}

/** The number of entries of a page, if they are as large as these on average. */
function fitting({ entries }: Page): number {
  let bytes = 0;
  for (const { key, value } of entries)
    bytes += key.length + (value === undefined || isUnreadable(value) ? 0 : value.byteLength);
  const count = Math.floor((pageBytes * entries.length) / Math.max(bytes, 1));
  return Math.min(Math.max(count, 1), mostPageEntries);
}
