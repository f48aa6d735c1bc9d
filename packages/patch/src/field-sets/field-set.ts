/**
 * Sets of fields: trees of steps in which some nodes are members. A list item or an object can be a member, hold
 * members, or both. Sets never change; what works on them gives back the set it was given when nothing differs.
 *
 * Law: every node is a member or has a member below it, so that two sets with the same members are the same tree.
 */
import { fieldElement } from './path-element.ts';
import type { Path, PathElement } from './path-element.ts';

export type FieldSet = ReadonlyMap<PathElement, FieldNode>;

export interface FieldNode {
  readonly isMember: boolean;
  readonly children: FieldSet;
}

export const noFields: FieldSet = new Map();

export const leaf: FieldNode = { isMember: true, children: noFields };

export function fieldNode(isMember: boolean, children: FieldSet): FieldNode {
  return isMember && children.size === 0 ? leaf : { isMember, children };
}

/** Makes the path a member of the draft. Children along it are the draft's own. */
export function insertPath(draft: Map<PathElement, FieldNode>, path: Path): void {
  let at = draft;
  for (let depth = 0; depth < path.length; depth += 1) {
    const element = path[depth] ?? '';
    const node = at.get(element);
    const isLast = depth === path.length - 1;
    if (isLast) {
      if (node?.isMember !== true) at.set(element, fieldNode(true, node?.children ?? noFields));
      return;
    }
    if (node === undefined || node.children.size === 0) {
      const children = new Map<PathElement, FieldNode>();
      at.set(element, { isMember: node?.isMember ?? false, children });
      at = children;
    } else {
      at = node.children as Map<PathElement, FieldNode>;
    }
  }
}

export function fieldSetOf(paths: Iterable<Path>): FieldSet {
  const draft = new Map<PathElement, FieldNode>();
  for (const path of paths) insertPath(draft, path);
  return draft;
}

/** The set of fields given by their names, such as `['metadata', 'name']`. */
export function namedFields(names: Iterable<readonly string[]>): FieldSet {
  return fieldSetOf([...names].map((path) => path.map(fieldElement)));
}

export function hasPath(set: FieldSet, path: Path): boolean {
  let at: FieldSet = set;
  let node: FieldNode | undefined;
  for (const element of path) {
    node = at.get(element);
    if (node === undefined) return false;
    at = node.children;
  }
  return node?.isMember === true;
}

export function isSameSet(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [element, node] of a) {
    const other = b.get(element);
    if (other === undefined || node.isMember !== other.isMember || !isSameSet(node.children, other.children))
      return false;
  }
  return true;
}
