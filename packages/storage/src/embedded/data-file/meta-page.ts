/**
 * The two meta pages at the beginning of the database file. Each commit writes one of them, in turn, and the one with
 * the higher transaction is the truth; so they are always one transaction apart. LMDB looks at half of this.
 *
 *     24 magic (4) · 28 version (4) · 48 free pages (a table, whose first 4 bytes are the page size) · 96 tables (a table)
 *     144 last page (8) · 152 transaction (8)
 */
import { readNumber, readRoot } from './page.ts';

export const metaBytes = 168;
const metaFlag = 8;
const magic = 0xbeef_c0de;
const version = 2;
const freeTableAt = 48;
const mainTableAt = 96;
/** Of a table, 4 bytes in: how its keys are compared. Those of the free pages are numbers. */
const flagsAt = 4;
const numberKeys = 8;
const pageSizes: readonly number[] = [512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536];

export interface Meta {
  readonly pageBytes: number;
  readonly transaction: number;
  readonly lastPage: number;
  /** Of the free pages and of the tables. */
  readonly roots: readonly number[];
}

/** Returns in words how it is wrong. `index`: 0 or 1. */
export function readMeta(bytes: Buffer, index: number): Meta | string {
  const name = `its meta page ${index}`;
  if (bytes.length < metaBytes) return `${name} is cut off`;
  if (bytes.readUInt32LE(24) !== magic) return `${name} does not begin as a database does`;
  if (readNumber(bytes, 0) !== index || bytes.readUInt16LE(18) !== metaFlag) return `${name} is none`;
  if ((bytes.readUInt32LE(28) & 0xffff) !== version) return `${name} has another version`;
  const pageBytes = bytes.readUInt32LE(freeTableAt);
  if (!pageSizes.includes(pageBytes)) return `${name} has a page size that cannot be`;
  const hasFlags =
    bytes.readUInt16LE(freeTableAt + flagsAt) === numberKeys && bytes.readUInt16LE(mainTableAt + flagsAt) === 0;
  if (!hasFlags) return `${name} describes tables of another kind`;
  const roots = [freeTableAt, mainTableAt].map((at) => readRoot(bytes, at)).filter((root) => root !== undefined);
  return { pageBytes, transaction: readNumber(bytes, 152), lastPage: readNumber(bytes, 144), roots };
}

/** The newer one, or in words why they are not of one file. */
export function newerOf(metas: readonly [Meta, Meta]): Meta | string {
  const [even, odd] = metas;
  if (even.pageBytes !== odd.pageBytes) return 'its meta pages do not fit together';
  const isInTurn =
    even.transaction % 2 === 0 &&
    (odd.transaction % 2 === 1 || odd.transaction === 0) &&
    Math.abs(even.transaction - odd.transaction) <= 1;
  if (!isInTurn) return 'its meta pages do not follow each other';
  return even.transaction >= odd.transaction ? even : odd;
}
