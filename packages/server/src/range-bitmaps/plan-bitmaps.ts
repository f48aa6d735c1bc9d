/** The changes of bitmaps that belong to a write, as companions of it. */
import type { ChangeOptions, CompanionWrite, Entry, WriteRefused } from '@keelson/storage';

import { changeBits, encodeRangeBitmap, hasBit, type RangeBitmap } from '../stored-values/range-bitmap.ts';
import type { ClaimedItem } from './claimed-items.ts';
import type { KeptBitmaps } from './kept-bitmaps.ts';
import type { KnownBitmap } from './known-bitmap.ts';

export interface BitmapChange {
  readonly known: KnownBitmap;
  readonly bitmap: RangeBitmap;
  /** The revision that the key must have. */
  readonly expected: number;
}

export interface BitmapPlan {
  readonly companions: readonly CompanionWrite[];
  /** Those of the last companions. */
  readonly changes: readonly BitmapChange[];
  /** The places of companions that claim what the bitmap has as taken: the write is to be refused for them. */
  readonly taken: ReadonlySet<number>;
}

/** A revision that no key has, so that the transaction refuses and tells the state of all keys. */
const impossible = Number.MAX_SAFE_INTEGER;

interface Changing {
  readonly set: number[];
  readonly cleared: number[];
}

export function planBitmaps(
  kept: Pick<KeptBitmaps, 'find'>,
  items: readonly ClaimedItem[],
  given: readonly CompanionWrite[],
): BitmapPlan {
  const changing = new Map<KnownBitmap, Changing>();
  const [taken, free] = [new Set<number>(), new Set<number>()];
  for (const { range, item, at, isTaken } of items) {
    const found = kept.find({ range, item });
    if (found === undefined) continue;
    const { known, index } = found;
    const change = changing.get(known) ?? { set: [], cleared: [] };
    changing.set(known, change);
    if (!isTaken) change.cleared.push(index);
    else if (at !== -1 && hasBit(known.state.bitmap?.bits ?? new Uint8Array(), index)) taken.add(at);
    else change.set.push(index);
    if (at !== -1 && isTaken) free.add(at);
  }
  const changes = [...changing].flatMap(([known, change]) => changeOf(known, change) ?? []);
  const claims = given.map((each, at): CompanionWrite => {
    if (!free.has(at)) return each;
    return { key: each.key, value: each.value, expectedRevision: taken.has(at) ? impossible : undefined };
  });
  const ofBitmaps = changes.map(({ known, bitmap, expected }) => ({
    ...{ key: known.key, value: encodeRangeBitmap(bitmap), expectedRevision: expected },
  }));
  return { companions: [...claims, ...ofBitmaps], changes, taken };
}

function changeOf(known: KnownBitmap, { set, cleared }: Changing): BitmapChange | undefined {
  const { bitmap, revision } = known.state;
  if (bitmap === undefined) return undefined;
  return { known, bitmap: { ...bitmap, bits: changeBits(bitmap.bits, set, cleared) }, expected: revision };
}

/** The refusal as the writer knows it: of the companions that it has given, with the claims that bitmaps stand for. */
export function refusalOf(
  result: WriteRefused,
  { companions, changes, taken }: BitmapPlan,
  given: ChangeOptions['companions'],
): WriteRefused {
  const { accompanied, ...rest } = result;
  if (given === undefined || accompanied === undefined) return rest;
  const claimOf = (at: number): Entry => ({
    key: companions[at]?.key ?? '',
    value: Buffer.from('{}'),
    revision: result.revision,
  });
  const own = accompanied.slice(0, accompanied.length - changes.length);
  return { ...rest, accompanied: own.map((entry, at) => (taken.has(at) ? (entry ?? claimOf(at)) : entry)) };
}
