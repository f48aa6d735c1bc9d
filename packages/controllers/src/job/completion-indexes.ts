/** The indexes of an Indexed Job: which are completed, in the compressed text of its status, and which are still to do. */
import { completionIndexName } from '@keelson/api';

/** Completed indexes as ascending ranges that do not touch: `[[1, 1], [3, 5]]` is `1,3-5`. */
export type IndexRanges = readonly (readonly [first: number, last: number])[];

/** The index of a pod; undefined where its annotation is absent or no index. */
export function completionIndexOf(annotations: Readonly<Record<string, string>> | undefined): number | undefined {
  const text = annotations?.[completionIndexName];
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Unreadable parts, and indexes from `completions` on, are left out: a user may have written the text. */
export function parseIndexes(text: string | undefined, completions: number): IndexRanges {
  if (text === undefined || text === '') return [];
  const ranges: [number, number][] = [];
  for (const part of text.split(',')) {
    const found = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part);
    if (found === null) continue;
    const first = Number(found[1]);
    const last = Math.min(Number(found[2] ?? first), completions - 1);
    if (first <= last) ranges.push([first, last]);
  }
  return merge(ranges);
}

export function printIndexes(ranges: IndexRanges): string {
  return ranges.map(printRange).join(',');
}

function printRange([first, last]: readonly [number, number]): string {
  if (last === first) return String(first);
  return `${first}${last === first + 1 ? ',' : '-'}${last}`;
}

export function addIndexes(ranges: IndexRanges, indexes: Iterable<number>): IndexRanges {
  return merge([...ranges.map(([first, last]): [number, number] => [first, last]), ...[...indexes].map(single)]);
}

export function countIndexes(ranges: IndexRanges): number {
  return ranges.reduce((total, [first, last]) => total + last - first + 1, 0);
}

export function hasIndex(ranges: IndexRanges, index: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] ?? [0, 0];
    if (index < first) high = middle - 1;
    else if (index > last) low = middle + 1;
    else return true;
  }
  return false;
}

/** The lowest indexes outside of `taken`, up to `count` of them. */
export function pendingIndexes(taken: IndexRanges, count: number, completions: number): number[] {
  const pending: number[] = [];
  let candidate = 0;
  for (const [first, last] of [...taken, single(completions)]) {
    for (; candidate < Math.min(first, completions) && pending.length < count; candidate += 1) pending.push(candidate);
    if (pending.length === count) break;
    candidate = Math.max(candidate, last + 1);
  }
  return pending;
}

function single(index: number): [number, number] {
  return [index, index];
}

/** Takes the list over. */
function merge(ranges: [number, number][]): IndexRanges {
  ranges.sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [first, last] of ranges) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}
