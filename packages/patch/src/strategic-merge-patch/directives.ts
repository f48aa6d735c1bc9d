/** The directives of strategic merge patch: keys of a patch that say how to merge rather than what. */
import { isList, valueOf } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { MalformedPatch, faults } from './refuse-patch.ts';

/** Of an object, or of an item of a list: `delete`, `replace`; `merge` is understood and refused. */
export const patchDirective = '$patch';
/** Lists the only keys that are kept. */
export const retainKeysDirective = '$retainKeys';
const deleteFromList = '$deleteFromPrimitiveList';
const setElementOrder = '$setElementOrder';

export function isDeletionList(key: string): boolean {
  return key.startsWith(deleteFromList);
}

export function isElementOrder(key: string): boolean {
  return key.startsWith(setElementOrder);
}

/** The field that `$deleteFromPrimitiveList/finalizers` is about. */
export function fieldOfDeletionList(key: string): string {
  return fieldAfter(key, deleteFromList) ?? throwFault(faults.primitiveList);
}

export function fieldOfElementOrder(key: string): string {
  return fieldAfter(key, setElementOrder) ?? throwFault(faults.setElementOrder);
}

function fieldAfter(key: string, directive: string): string | undefined {
  return key.startsWith(`${directive}/`) ? key.slice(directive.length + 1) : undefined;
}

function throwFault(message: string): never {
  throw new MalformedPatch(message);
}

/**
 * The keys that the patch lets stay, or undefined when it lets all. All that the patch sets has to be among them,
 * else it would contradict itself.
 */
export function retainedKeys(patch: JsonObject): ReadonlySet<unknown> | undefined {
  if (!Object.hasOwn(patch, retainKeysDirective)) return undefined;
  const list = valueOf(patch, retainKeysDirective);
  if (!isList(list)) throw new MalformedPatch(faults.retainKeys);
  const retained = new Set(list);
  for (const [key, value] of Object.entries(patch)) {
    const isExempt = value === null || key === retainKeysDirective || isDeletionList(key) || isElementOrder(key);
    if (!isExempt && !retained.has(key)) throw new MalformedPatch(faults.retainKeys);
  }
  return retained;
}
