/**
 * A document under change. Containers on the way to a change are copied once, all
 * others stay shared with the original, which never changes.
 */
import { isList, isObject, setKey } from '../json-object.ts';
import { indexWithin, stepInto } from './pointer.ts';
import type { Pointer } from './pointer.ts';

export type Container = unknown[] | Record<string, unknown>;

export interface Draft {
  root: unknown;
  /** The containers that are this draft's own. */
  readonly own: WeakSet<object>;
}

export function startDraft(document: unknown): Draft {
  return { root: document, own: new WeakSet() };
}

export function isContainer(value: unknown): value is Container {
  return isList(value) || isObject(value);
}

/** The container that a pointer ends in, for reading. */
export function findContainer(draft: Draft, { parents }: Pointer): Container | undefined {
  let at = draft.root;
  for (const step of parents) {
    if (!isContainer(at)) return undefined;
    at = stepInto(at, step);
  }
  return isContainer(at) ? at : undefined;
}

/** The same container, for changing. */
export function openContainer(draft: Draft, { parents }: Pointer): Container | undefined {
  if (!isContainer(draft.root)) return undefined;
  let at = own(draft, draft.root);
  draft.root = at;
  for (const step of parents) {
    const child = stepInto(at, step);
    if (!isContainer(child)) return undefined;
    const copy = own(draft, child);
    if (copy !== child) replace(at, step, copy);
    at = copy;
  }
  return at;
}

function own(draft: Draft, container: Container): Container {
  if (draft.own.has(container)) return container;
  const copy = isList(container) ? [...container] : { ...container };
  draft.own.add(copy);
  return copy;
}

function replace(container: Container, step: string, value: unknown): void {
  if (!Array.isArray(container)) return setKey(container, step, value);
  const index = indexWithin(step, container.length);
  if (index !== undefined) container[index] = value;
}

/** From now on the value may be in two places; a change in one must not be seen in the other. */
export function share(draft: Draft, value: unknown): void {
  const open = [value];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    // A container that the draft does not own contains none that it owns.
    if (!isContainer(at) || !draft.own.delete(at)) continue;
    // NOTE: no spread, as an argument for each of a hundred thousand items takes more stack than there is.
    for (const part of Object.values(at)) if (isContainer(part)) open.push(part);
  }
}
