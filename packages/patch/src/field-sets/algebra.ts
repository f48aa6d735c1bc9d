/** The algebra of field sets. Every function gives back its first argument itself when the result equals it. */
import { fieldNode, noFields } from './field-set.ts';
import type { FieldNode, FieldSet } from './field-set.ts';
import type { PathElement } from './path-element.ts';

/** The members of either. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || b.size === 0) return a;
  if (a.size === 0) return b;
  let merged: Map<PathElement, FieldNode> | undefined;
  for (const [element, other] of b) {
    const node = a.get(element);
    const joined = node === undefined ? other : joinNodes(node, other);
    if (joined !== node) (merged ??= new Map(a)).set(element, joined);
  }
  return merged ?? a;
}

/** So few are joined one after the other, which shares what they have in common. */
const fewSets = 8;

/** The members of any. Costs a step for each node of all sets, however many sets there are. */
export function unionOf(sets: readonly FieldSet[]): FieldSet {
  if (sets.length <= fewSets) return sets.reduce(union, noFields);
  const all: Growing = new Map();
  for (const set of sets) addAll(all, set);
  return settle(all);
}

type Growing = Map<PathElement, { isMember: boolean; readonly children: Growing }>;

function addAll(into: Growing, set: FieldSet): void {
  for (const [element, { isMember, children }] of set) {
    const node = into.get(element) ?? { isMember, children: new Map() };
    into.set(element, node);
    node.isMember ||= isMember;
    addAll(node.children, children);
  }
}

function settle(grown: Growing): FieldSet {
  if (grown.size === 0) return noFields;
  const set = new Map<PathElement, FieldNode>();
  for (const [element, { isMember, children }] of grown) set.set(element, fieldNode(isMember, settle(children)));
  return set;
}

function joinNodes(a: FieldNode, b: FieldNode): FieldNode {
  const children = union(a.children, b.children);
  const isMember = a.isMember || b.isMember;
  return children === a.children && isMember === a.isMember ? a : fieldNode(isMember, children);
}

/** The members of both. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || a.size === 0) return a;
  return select(a, (element, node) => {
    const other = b.get(element);
    if (other === undefined) return undefined;
    return narrow(node, node.isMember && other.isMember, intersection(node.children, other.children));
  });
}

/** The members of `a` that are none of `b`. What lies below a member of `b` stays. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return noFields;
  if (b.size === 0) return a;
  return select(a, (element, node) => {
    const other = b.get(element);
    if (other === undefined) return node;
    return narrow(node, node.isMember && !other.isMember, difference(node.children, other.children));
  });
}

/** The members of `a` that are none of `b` and lie below none. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  if (b.size === 0) return a;
  return select(a, (element, node) => {
    const other = b.get(element);
    if (other === undefined) return node;
    if (other.isMember) return undefined;
    return narrow(node, node.isMember, recursiveDifference(node.children, other.children));
  });
}

/** The members with no member below them. */
export function leavesOf(set: FieldSet): FieldSet {
  return select(set, (_element, node) => narrow(node, node.children.size === 0, leavesOf(node.children)));
}

export function isSubset(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  for (const [element, node] of a) {
    const other = b.get(element);
    if (other === undefined || (node.isMember && !other.isMember) || !isSubset(node.children, other.children))
      return false;
  }
  return true;
}

function narrow(node: FieldNode, isMember: boolean, children: FieldSet): FieldNode | undefined {
  if (isMember === node.isMember && children === node.children) return node;
  return isMember || children.size > 0 ? fieldNode(isMember, children) : undefined;
}

type Keep = (element: PathElement, node: FieldNode) => FieldNode | undefined;

function select(set: FieldSet, keep: Keep): FieldSet {
  let kept: Map<PathElement, FieldNode> | undefined;
  for (const [element, node] of set) {
    const narrowed = keep(element, node);
    if (narrowed === node) continue;
    kept ??= new Map(set);
    if (narrowed === undefined) kept.delete(element);
    else kept.set(element, narrowed);
  }
  if (kept === undefined) return set;
  return kept.size === 0 ? noFields : kept;
}
