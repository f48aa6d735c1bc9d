/**
 * The nodes of the sorted index: how one is searched, split and joined. What a
 * whole tree is, `key-tree.ts` knows.
 */
import type { Version } from '../objects/object-version.ts';
import { isLive } from '../objects/live-version.ts';
import type { IsBefore } from './key-order.ts';

/** Maximum members of a node; wide, so that a million keys are three levels. */
export const maxMembers = 128;

export interface Leaf {
  readonly isLeaf: true;
  /** The newest version of each key, deleted ones too, in the order of keys. */
  readonly versions: Version[];
  /** The number of live versions among them. */
  live: number;
}

export interface Branch {
  readonly isLeaf: false;
  readonly children: Node[];
  /**
   * For each child, a text that is above every key of the child before and not above
   * any of its own. That of the first child is never looked at.
   */
  readonly least: string[];
  /** The number of live versions below it. */
  live: number;
}

export type Node = Leaf | Branch;

export function createLeaf(versions: Version[]): Leaf {
  let live = 0;
  for (const version of versions) if (isLive(version)) live += 1;
  return { isLeaf: true, versions, live };
}

export function createBranch(children: Node[], least: string[]): Branch {
  let live = 0;
  for (const child of children) live += child.live;
  return { isLeaf: false, children, least, live };
}

export function sizeOf(node: Node): number {
  return node.isLeaf ? node.versions.length : node.children.length;
}

/** The first position whose key is not before the wanted one. */
export function positionIn(leaf: Leaf, key: string, isBefore: IsBefore): number {
  const { versions } = leaf;
  let [low, high] = [0, versions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = versions[middle];
    if (found !== undefined && isBefore(found.key, key)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The one child that may hold the key. */
export function childFor(branch: Branch, key: string, isBefore: IsBefore): number {
  const { least } = branch;
  let [low, high] = [1, least.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = least[middle];
    if (found === undefined || isBefore(key, found)) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/**
 * Takes the upper half out of a full node and returns it with its least key. At the
 * end of the tree only the last member goes: keys that arrive in order, as when a
 * resource is loaded, then leave full nodes behind them.
 */
export function splitNode(node: Node, isAtEnd: boolean): { readonly right: Node; readonly least: string } {
  const size = sizeOf(node);
  const at = isAtEnd ? size - 1 : size >>> 1;
  if (node.isLeaf) {
    const right = createLeaf(node.versions.splice(at));
    node.live -= right.live;
    return { right, least: right.versions[0]?.key ?? '' };
  }
  const least = node.least.splice(at);
  const right = createBranch(node.children.splice(at), least);
  node.live -= right.live;
  return { right, least: least[0] ?? '' };
}

/** Merges a child with its right sibling if the result stays below half. */
export function joinSmall(parent: Branch, index: number): void {
  const [left, right] = [parent.children[index], parent.children[index + 1]];
  if (left === undefined || right === undefined || sizeOf(left) + sizeOf(right) > maxMembers / 2) return;
  if (left.isLeaf && right.isLeaf) {
    left.versions.push(...right.versions);
  } else if (!left.isLeaf && !right.isLeaf) {
    left.children.push(...right.children);
    // The bound of the right node becomes the bound of its first child.
    left.least.push(parent.least[index + 1] ?? '', ...right.least.slice(1));
  }
  left.live += right.live;
  parent.children.splice(index + 1, 1);
  parent.least.splice(index + 1, 1);
}
