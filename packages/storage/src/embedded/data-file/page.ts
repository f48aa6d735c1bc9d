/**
 * One page of the database file, as LMDB lays it out on 64-bit little-endian machines, looked at as far as LMDB itself
 * believes it without looking. It refuses to know where pages come from.
 *
 *     0 page number (8) · 8 transaction (8) · 18 flags (2) · 20 end of the offsets (2) · 22 begin of the nodes (2)
 *     24 offsets of the nodes (2 each) … nodes
 */

const pageFlag = { branch: 1, leaf: 2, overflow: 4 } as const;
const nodeFlag = { large: 1, table: 2 } as const;
const flagsAt = 18;
const lowerAt = 20;
const headBytes = 24;
const nodeHeadBytes = 8;
/** Of the description of a table (MDB_db), and where its root stands in it. */
const tableBytes = 48;
const rootAt = 40;
const largeBytes = 24;
const two32 = 0x1_0000_0000;

/** A run of pages: the value of a node that is too large for its page. */
export interface Run {
  readonly first: number;
  readonly count: number;
}

/** The pages that a page refers to. */
export interface References {
  readonly children: readonly number[];
  readonly runs: readonly Run[];
  /** Roots of the tables that it describes. */
  readonly roots: readonly number[];
}

/** 8 bytes, as a page number. Those above 2^53 come out inexact, and above the last page all the same. */
export function readNumber(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * two32;
}

/** The root of a table, `undefined` if the table is empty. */
export function readRoot(bytes: Buffer, tableAt: number): number | undefined {
  const root = readNumber(bytes, tableAt + rootAt);
  return root >= two32 * two32 - 1 ? undefined : root;
}

/** The transaction that wrote a page. */
export function transactionOf(page: Buffer): number {
  return readNumber(page, 8);
}

/** Where a page stands, and the transaction that it is read in: no page of it is newer. */
export interface PageReference {
  readonly number: number;
  readonly transaction: number;
}

/** A page of a tree. Returns in words how it is wrong, or the pages it refers to. */
export function readTreePage(page: Buffer, place: PageReference): References | string {
  const isBranch = page.readUInt16LE(flagsAt) === pageFlag.branch;
  const [lower, upper] = [page.readUInt16LE(lowerAt), page.readUInt16LE(lowerAt + 2)];
  const why = findWrongHead(page, place) ?? findWrongBounds(page, place.number, isBranch);
  if (why !== undefined) return why;
  const found = { children: [] as number[], runs: [] as Run[], roots: [] as number[] };
  for (let at = headBytes; at < headBytes + lower; at += 2) {
    const node = page.readUInt16LE(at) + headBytes;
    const end = isBranch ? readBranchNode(page, node, found.children) : readLeafNode(page, node, found);
    if (node < headBytes + upper || end > page.length) return `page ${place.number} has an entry that leaves it`;
  }
  return found;
}

function findWrongHead(page: Buffer, { number, transaction }: PageReference): string | undefined {
  if (readNumber(page, 0) !== number) return `page ${number} is not the page that belongs there`;
  return transactionOf(page) > transaction ? `page ${number} is newer than the file` : undefined;
}

/** Of the offsets of the nodes, and of the nodes. A branch has nodes. */
function findWrongBounds(page: Buffer, number: number, isBranch: boolean): string | undefined {
  if (!isBranch && page.readUInt16LE(flagsAt) !== pageFlag.leaf) return `page ${number} is of the wrong kind`;
  const [lower, upper] = [page.readUInt16LE(lowerAt), page.readUInt16LE(lowerAt + 2)];
  const isInOrder = lower % 2 === 0 && lower <= upper && upper <= page.length - headBytes;
  return isInOrder && !(isBranch && lower === 0) ? undefined : `page ${number} has wrong bounds`;
}

/** Returns where the node ends. */
function readBranchNode(page: Buffer, at: number, children: number[]): number {
  if (at + nodeHeadBytes > page.length) return Infinity;
  children.push(page.readUInt32LE(at) + page.readUInt16LE(at + 4) * two32);
  return at + nodeHeadBytes + page.readUInt16LE(at + 6);
}

interface Found {
  readonly runs: Run[];
  readonly roots: number[];
}

function readLeafNode(page: Buffer, at: number, found: Found): number {
  if (at + nodeHeadBytes > page.length) return Infinity;
  const bytes = page.readUInt32LE(at);
  const flags = page.readUInt16LE(at + 4);
  const data = at + nodeHeadBytes + page.readUInt16LE(at + 6);
  if ((flags & nodeFlag.large) !== 0) {
    const end = data + largeBytes;
    if (end > page.length) return Infinity;
    const needed = Math.floor((headBytes - 1 + bytes) / page.length) + 1;
    found.runs.push({ first: readNumber(page, data), count: Math.max(needed, readNumber(page, data + 16)) });
    return end;
  }
  const end = data + bytes;
  if ((flags & nodeFlag.table) === 0) return end;
  if (bytes !== tableBytes || end > page.length) return Infinity;
  const root = readRoot(page, data);
  if (root !== undefined) found.roots.push(root);
  return end;
}

/** The first page of a run, of which nothing but its head is looked at. Returns in words how it is wrong. */
export function checkRunHead(page: Buffer, place: PageReference): string | undefined {
  const why = findWrongHead(page, place);
  if (why !== undefined || page.readUInt16LE(flagsAt) === pageFlag.overflow) return why;
  return `page ${place.number} is of the wrong kind`;
}
