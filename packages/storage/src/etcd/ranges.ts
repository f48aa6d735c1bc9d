/**
 * Ranges, in pages that stay below what one message should hold, all of them at
 * the revision of the first.
 */
import type { Entry, RangeOptions, RangeResult } from '../contract.ts';
import { isUnreadable } from '../unreadable.ts';
import { callToRead } from './call.ts';
import type { Caller } from './call.ts';
import type { RangeRequest } from './kv/messages.ts';
import { endOf, startAbove } from './wire.ts';

const firstPageEntries = 500;
const mostPageEntries = 10_000;
/** A page aims at this: large enough to be quick, far below every limit of a message. */
const pageBytes = 2_000_000;

export async function readRange(caller: Caller, folder: string, options: RangeOptions): Promise<RangeResult> {
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  const entries: Entry[] = [];
  let { revision } = options;
  let start = options.after === undefined ? Buffer.from(folder) : startAbove(options.after);
  let size = firstPageEntries;
  for (;;) {
    const request: RangeRequest = {
      key: start,
      end: endOf(folder),
      limit: Math.min(size, limit - entries.length),
      ...(revision !== undefined && { revision }),
    };
    const answer = await callToRead(caller, ({ kv }, call) => kv.range(request, call));
    const { entries: page, more } = answer;
    revision ??= answer.revision;
    for (const entry of page) entries.push(entry);
    const last = page.at(-1);
    if (!more || last === undefined || entries.length >= limit) return { entries, revision, more };
    start = startAbove(last.key);
    size = nextPageSize(page);
  }
}

function nextPageSize(page: readonly Entry[]): number {
  const bytes = page.reduce((sum, { key, value }) => sum + key.length + sizeOf(value), 0);
  const fitting = Math.floor((pageBytes * page.length) / Math.max(bytes, 1));
  return Math.min(Math.max(fitting, 1), mostPageEntries);
}

function sizeOf(value: Entry['value']): number {
  return isUnreadable(value) ? 0 : value.byteLength;
}
