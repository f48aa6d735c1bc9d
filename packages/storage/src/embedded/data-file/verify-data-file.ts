/**
 * Looks at the database file before LMDB maps it. LMDB has no checksums and believes what it finds: a file that is cut
 * off or has a wrong page number ends the process with a signal, or loses writes in silence. This walks all trees of
 * the newest transaction and checks every page that it would believe. It does not look into values.
 *
 * Cost: reads each page of the trees once, and the first page of each large value, in long stretches; that is a part
 * of what loading all objects costs afterwards. The file may be shorter than its last page, as LMDB leaves free pages
 * at the end unwritten: only pages in use have to be there.
 */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';

import { notWritable } from '../directory.ts';
import { dataFile, damagedFile } from './damage.ts';
import { metaBytes, newerOf, readMeta } from './meta-page.ts';
import type { Meta } from './meta-page.ts';
import { checkRunHead, readTreePage, transactionOf } from './page.ts';
import type { Run } from './page.ts';
import { readPages } from './read-pages.ts';

/** Deeper trees than LMDB can walk. */
const mostLevels = 32;
/** As many pages as one transaction may leave unwritten behind the end, generously. */
const mostUnwritten = 2 ** 20;
const hasKnownLayout = endianness() === 'LE' && process.arch.includes('64');

/**
 * Rejects with `damaged`, or `directoryNotWritable` if the file may not be read. An empty file, or none, is a first start that was cut short, unless it `hasData`. Another
 * process that writes meanwhile is none of its business: whoever opens the file finds out.
 */
export async function verifyDataFile(directory: string, { hasData }: { readonly hasData: boolean }): Promise<void> {
  const file = await openIfThere(directory);
  try {
    const { size } = (await file?.stat()) ?? { size: 0 };
    if (file === undefined || size === 0) {
      if (hasData) throw damagedFile(directory, file === undefined ? 'it is gone' : 'it is empty');
    } else if (hasKnownLayout) {
      const why = await findDamage(file, size);
      if (why !== undefined) throw damagedFile(directory, why);
    }
  } finally {
    await file?.close();
  }
}

async function openIfThere(directory: string): Promise<FileHandle | undefined> {
  try {
    return await open(join(directory, dataFile), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw notWritable(directory, error);
  }
}

async function findDamage(file: FileHandle, size: number): Promise<string | undefined> {
  const meta = await readNewest(file);
  if (typeof meta === 'string') return meta;
  const why = await walk(file, { meta, pages: Math.floor(size / meta.pageBytes) });
  if (why === undefined) return undefined;
  const now = await readNewest(file);
  const isWritten = typeof now !== 'string' && now.transaction !== meta.transaction;
  return isWritten ? undefined : why;
}

async function readNewest(file: FileHandle): Promise<Meta | string> {
  const even = readMeta(await readAt(file, 0), 0);
  if (typeof even === 'string') return even;
  const odd = readMeta(await readAt(file, even.pageBytes), 1);
  return typeof odd === 'string' ? odd : newerOf([even, odd]);
}

async function readAt(file: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(metaBytes), position });
  return buffer.subarray(0, bytesRead);
}

interface Extent {
  readonly meta: Meta;
  /** The number of complete pages of the file. */
  readonly pages: number;
}

/** Level by level, so that pages are read in the order in which they stand in the file. */
async function walk(file: FileHandle, { meta, pages }: Extent): Promise<string | undefined> {
  const { pageBytes, lastPage, transaction } = meta;
  if (lastPage < 1 || lastPage > pages + mostUnwritten) return 'its last page cannot be';
  const outside = (first: number, count: number): string | undefined => {
    if (first < 2 || first + count - 1 > lastPage) return `it refers to page ${first}, which it does not have`;
    return first + count > pages ? `it is cut off: page ${first} is not there` : undefined;
  };
  const runs: Run[] = [];
  /** Every commit writes a root anew. A meta page that names another transaction is not the one that was written. */
  let isWritten = meta.roots.length === 0;
  let level = [...meta.roots];
  let seen = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    seen += level.length;
    if (depth > mostLevels || seen > pages) return 'its pages refer to each other in a circle';
    const next: number[] = [];
    const why =
      firstOf(level, (page) => outside(page, 1)) ??
      (await readPages({ file, pageBytes, pages: level }, (page, number) => {
        isWritten ||= depth === 0 && transactionOf(page) === transaction;
        const found = readTreePage(page, { number, transaction });
        if (typeof found === 'string') return found;
        for (const child of found.children) next.push(child);
        for (const root of found.roots) next.push(root);
        for (const run of found.runs) runs.push(run);
        return undefined;
      }));
    if (why !== undefined) return why;
    if (!isWritten) return 'its newest transaction is another than its meta pages say';
    level = next;
  }
  const heads = runs.map(({ first }) => first);
  return (
    firstOf(runs, ({ first, count }) => outside(first, count)) ??
    (await readPages({ file, pageBytes, pages: heads }, (page, number) => checkRunHead(page, { number, transaction })))
  );
}

function firstOf<T>(all: readonly T[], check: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const why = check(one);
    if (why !== undefined) return why;
  }
  return undefined;
}
