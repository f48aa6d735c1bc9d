/** Ranges in pages that stay below the size of a message, all at the revision of the first. */
import { MessageTooLargeError } from '@keelson/etcd-client';
import type { RangeRequest, RangeResponse } from '@keelson/etcd-client';

import type { Entry, RangeOptions, RangeResult } from '../contract/storage.ts';
import { isStorageError } from '../contract/errors.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import { callToRead } from './call.ts';
import type { MemberCaller } from './call.ts';
import { folderEnd, startAbove } from './wire.ts';

const firstPageEntries = 500;
const mostPageEntries = 10_000;
/** The target size of a page: large enough to be fast, far below every limit of a message. */
const pageBytes = 4_000_000;

export async function readRangeInPages(
  caller: MemberCaller,
  folder: string,
  options: RangeOptions,
): Promise<RangeResult> {
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  const entries: Entry[] = [];
  let { revision, deadline } = options;
  let start = options.after === undefined ? Buffer.from(folder) : startAbove(options.after);
  let size = options.isLimitSized === true ? limit : firstPageEntries;
  for (;;) {
    const request: RangePage = {
      key: start,
      end: folderEnd(folder),
      limit: Math.min(size, limit - entries.length),
      ...(revision !== undefined && { revision }),
    };
    const answer = await readPage(caller, request, deadline);
    const { entries: page, more } = answer;
    revision ??= answer.revision;
    for (const entry of page) entries.push(entry);
    const last = page.at(-1);
    if (!more || last === undefined || entries.length >= limit) return { entries, revision, more };
    start = startAbove(last.key);
    size = nextPageSize(page);
    // A range that makes progress may go on: each further page has the time limit of a call of its own.
    deadline = undefined;
  }
}

export interface RangePage extends RangeRequest {
  readonly limit: number;
}

/** Returns fewer entries than requested, with `more`, if the page would exceed a message. */
export async function readPage(caller: MemberCaller, request: RangePage, deadline?: number): Promise<RangeResponse> {
  for (let { limit } = request; ;) {
    try {
      return await callToRead(caller, ({ kv }, call) => kv.range({ ...request, limit }, call), deadline);
    } catch (error) {
      const tooLarge = isStorageError(error) ? error.cause : undefined;
      if (!(tooLarge instanceof MessageTooLargeError) || limit === 1) throw error;
      limit = fitting(limit, tooLarge.announcedBytes);
    }
  }
}

function nextPageSize(page: readonly Entry[]): number {
  const bytes = page.reduce((sum, { key, value }) => sum + key.length + sizeOf(value), 0);
  return fitting(page.length, bytes);
}

/** The number of entries of a page, given the average size of these. */
function fitting(entries: number, bytes: number): number {
  const count = Math.floor((pageBytes * entries) / Math.max(bytes, 1));
  return Math.min(Math.max(count, 1), mostPageEntries);
}

function sizeOf(value: Entry['value']): number {
  return isUnreadable(value) ? 0 : value.byteLength;
}
