/**
 * The sorted index of a resource: a B+ tree over the newest version of each key that
 * also counts live ones, so that any position and any count is found in O(log n).
 * A map beside it finds single keys, a microsecond sooner than the tree would.
 * It refuses to know of revisions and of what the parts of a key mean.
 */
import { isLive } from '../objects/live-version.ts';
import type { Version } from '../objects/object-version.ts';
import { hasRareUnits, isBeforeByCodePoint, isBeforeByUnit } from './key-order.ts';
import type { IsBefore } from './key-order.ts';
import {
  childFor,
  createBranch,
  createLeaf,
  joinSmall,
  maxMembers,
  positionIn,
  sizeOf,
  splitNode,
} from './tree-node.ts';
import type { Branch, Leaf, Node } from './tree-node.ts';

/** Changed in place and in one turn: who scans must not change it meanwhile. */
export interface KeyTree {
  find(key: string): Version | undefined;
  /** True if the key comes after all that were ever put in: it is found not to be there without a search. */
  isPastAll(key: string): boolean;
  /** Sets the newest version of its key. Returns the one it replaced. */
  put(version: Version): Version | undefined;
  /** Takes a key out, if it is there. */
  remove(key: string): void;
  /**
   * Visits the keys that begin with `folder` in their order, from the first that is not before `from`, until told to
   * stop with `false`. `from` is not before `folder`.
   */
  scan(folder: string, from: string, visit: (version: Version) => boolean): void;
  /** The number of live keys before this one. */
  countBefore(key: string): number;
  liveCount(): number;
}

/** The branches from the root to a leaf, and which child was taken in each. */
interface Path {
  readonly branches: Branch[];
  readonly indexes: number[];
  readonly leaf: Leaf;
}

export function createKeyTree(): KeyTree {
  let root: Node = createLeaf([]);
  // Both orders agree as long as one side of each comparison is plain.
  let isBefore: IsBefore = isBeforeByUnit;
  const byKey = new Map<string, Version>();
  /** No key comes after it. */
  let bound: string | undefined;

  const growRoot = (): void => {
    if (sizeOf(root) < maxMembers) return;
    const left = root;
    const { right, least } = splitNode(left, false);
    root = createBranch([left, right], ['', least]);
  };

  return {
    find: (key) => byKey.get(key),
    isPastAll: (key) => bound === undefined || isBefore(bound, key),
    put: (version) => {
      if (isBefore === isBeforeByUnit && hasRareUnits(version.key)) isBefore = isBeforeByCodePoint;
      growRoot();
      if (bound === undefined || isBefore(bound, version.key)) bound = version.key;
      byKey.set(version.key, version);
      const path = descend(root, version.key, { isBefore, makesRoom: true });
      const { versions } = path.leaf;
      const at = positionIn(path.leaf, version.key, isBefore);
      const found = versions[at];
      const replaced = found?.key === version.key ? found : undefined;
      if (replaced === undefined && at === versions.length) versions.push(version);
      else versions.splice(at, replaced === undefined ? 0 : 1, version);
      addLive(path, Number(isLive(version)) - Number(isLive(replaced)));
      return replaced;
    },
    remove: (key) => {
      if (!byKey.delete(key)) return;
      const path = descend(root, key, { isBefore, makesRoom: false });
      const at = positionIn(path.leaf, key, isBefore);
      const found = path.leaf.versions[at];
      if (found?.key !== key) return;
      path.leaf.versions.splice(at, 1);
      addLive(path, -Number(isLive(found)));
      shrink(path);
      while (!root.isLeaf && root.children.length < 2) root = root.children[0] ?? createLeaf([]);
    },
    scan: (folder, from, visit) => void scanNode(root, from, { isBefore, folder, visit }),
    countBefore: (key) => {
      let before = 0;
      let node = root;
      while (!node.isLeaf) {
        const index = childFor(node, key, isBefore);
        for (let at = 0; at < index; at += 1) before += node.children[at]?.live ?? 0;
        node = node.children[index] ?? createLeaf([]);
      }
      const end = positionIn(node, key, isBefore);
      for (let at = 0; at < end; at += 1) if (isLive(node.versions[at])) before += 1;
      return before;
    },
    liveCount: () => root.live,
  };
}

/** Splits full nodes on the way down if asked, so that whatever is put in finds room. */
function descend(root: Node, key: string, how: { isBefore: IsBefore; makesRoom: boolean }): Path {
  const branches: Branch[] = [];
  const indexes: number[] = [];
  let isAtEnd = true;
  let node = root;
  while (!node.isLeaf) {
    let index = childFor(node, key, how.isBefore);
    isAtEnd &&= index === node.children.length - 1;
    const child: Node | undefined = node.children[index];
    if (how.makesRoom && child !== undefined && sizeOf(child) >= maxMembers) {
      const { right, least } = splitNode(child, isAtEnd);
      node.children.splice(index + 1, 0, right);
      node.least.splice(index + 1, 0, least);
      if (!how.isBefore(key, least)) index += 1;
    }
    branches.push(node);
    indexes.push(index);
    node = node.children[index] ?? createLeaf([]);
  }
  return { branches, indexes, leaf: node };
}

function addLive({ branches, leaf }: Path, change: number): void {
  if (change === 0) return;
  for (const branch of branches) branch.live += change;
  leaf.live += change;
}

/** Takes out what became empty and joins what became small, from the leaf upwards. */
function shrink({ branches, indexes, leaf }: Path): void {
  let size = leaf.versions.length;
  for (let level = branches.length - 1; level >= 0; level -= 1) {
    const [branch, index] = [branches[level], indexes[level]];
    if (branch === undefined || index === undefined || size > maxMembers / 4) return;
    if (size === 0) {
      branch.children.splice(index, 1);
      branch.least.splice(index, 1);
    } else {
      joinSmall(branch, index);
      joinSmall(branch, index - 1);
    }
    size = branch.children.length;
  }
}

interface Scan {
  readonly isBefore: IsBefore;
  readonly folder: string;
  readonly visit: (version: Version) => boolean;
}

/** Returns whether to go on. `from` is `undefined` once everything that follows is wanted. */
function scanNode(node: Node, from: string | undefined, scan: Scan): boolean {
  if (node.isLeaf) return scanLeaf(node, from === undefined ? 0 : positionIn(node, from, scan.isBefore), scan);
  const start = from === undefined ? 0 : childFor(node, from, scan.isBefore);
  for (let at = start; at < node.children.length; at += 1) {
    const child = node.children[at];
    if (child !== undefined && !scanNode(child, at === start ? from : undefined, scan)) return false;
  }
  return true;
}

function scanLeaf({ versions }: Leaf, start: number, { folder, visit }: Scan): boolean {
  // Where the last one is inside, those before it are.
  const isInside = versions.at(-1)?.key.startsWith(folder) === true;
  for (let at = start; at < versions.length; at += 1) {
    const version = versions[at];
    if (version === undefined || (!isInside && !version.key.startsWith(folder))) return false;
    if (!visit(version)) return false;
  }
  return true;
}
