/**
 * Applies a strategic merge patch: like a merge patch, but the declared structure says
 * which lists are merged item by item, and directives in the patch say how. Neither
 * the object nor the patch is changed.
 */
import { nestsDeeper } from '@keelson/schema';
import type { MergeNode } from '@keelson/schema';

import { isList, isObject, setKey, valueOf, without } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { acceptPatch, refusePatch } from '../outcome.ts';
import type { PatchOutcome } from '../outcome.ts';
import { goTypeName } from '../print-go-value.ts';
import {
  fieldOfDeletionList,
  fieldOfElementOrder,
  isDeletionList,
  isElementOrder,
  patchDirective,
  retainKeysDirective,
  retainedKeys,
} from './directives.ts';
import { checkElementOrder, orderItems } from './element-order.ts';
import {
  asList,
  dropScalars,
  kindOfItems,
  nameOf,
  obeyItems,
  positionsOf,
  requireIdentity,
  uniqueScalars,
} from './list-items.ts';
import { itemNode, ruleOfField } from './patch-structure.ts';
import type { FieldRule } from './patch-structure.ts';
import { MalformedPatch, PatchFault, unknownDirective } from './refuse-patch.ts';

export function applyStrategicMergePatch(
  object: JsonObject,
  patch: unknown,
  structure: MergeNode,
): PatchOutcome<JsonObject> {
  if (patch === null) return acceptPatch(object);
  if (!isObject(patch)) return refusePatch('badRequest', wrongPatch(patch));
  if (nestsDeeper(patch)) return refusePatch('badRequest', 'json: exceeded max depth');
  try {
    return acceptPatch(mergeObject(object, patch, structure));
  } catch (error) {
    if (error instanceof MalformedPatch) return refusePatch('badRequest', error.message);
    if (error instanceof PatchFault) return refusePatch('internal', error.message);
    throw error;
  }
}

function wrongPatch(patch: unknown): string {
  const type = isList(patch) ? 'array' : goTypeName(patch).replace(/^(int|float)64$/, 'number');
  return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
}

function mergeObject(original: JsonObject, patch: JsonObject, node: MergeNode): JsonObject {
  const directive = valueOf(patch, patchDirective);
  if (directive === 'replace') return without(patch, patchDirective);
  if (directive === 'delete') return {};
  if (directive !== undefined) throw unknownDirective(directive, patch);
  const retained = retainedKeys(patch);
  const merged = without(original);
  if (retained !== undefined) for (const key of Object.keys(merged)) if (!retained.has(key)) drop(merged, key);
  const ordered = mergeOrderedLists(merged, patch, node);
  for (const key of Object.keys(patch)) {
    if (key === retainKeysDirective || isElementOrder(key) || ordered.has(key)) continue;
    if (isDeletionList(key)) deleteFromList(merged, fieldOfDeletionList(key), patch[key]);
    else mergeKey(merged, key, patch[key], node);
  }
  return merged;
}

function drop(object: Record<string, unknown>, key: string): void {
  Reflect.deleteProperty(object, key);
}

function mergeKey(merged: Record<string, unknown>, key: string, value: unknown, node: MergeNode): void {
  const before = valueOf(merged, key);
  if (value === null) drop(merged, key);
  else if (isObject(value) && isObject(before)) setKey(merged, key, mergeField(before, value, ruleOfField(node, key)));
  else if (isList(value) && isList(before)) setKey(merged, key, mergeList(before, value, ruleOfField(node, key)));
  // New here: taken as it is, directives too. A null inside says that something is not to be.
  else setKey(merged, key, withoutNulls(value));
}

function mergeField(before: JsonObject, value: JsonObject, rule: FieldRule): JsonObject {
  return rule.strategy === 'replace' ? value : mergeObject(before, value, rule.node);
}

function withoutNulls(value: unknown): unknown {
  if (isList(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) if (item !== null) setKey(kept, key, withoutNulls(item));
  return kept;
}

/** Carries out `$deleteFromPrimitiveList/<field>`; nothing to delete from is no fault. */
function deleteFromList(merged: Record<string, unknown>, field: string, value: unknown): void {
  const before = valueOf(merged, field);
  if (value === null) drop(merged, field);
  else if (isList(before) && isList(value)) setKey(merged, field, dropScalars(before, value));
}

function mergeList(original: readonly unknown[], patch: readonly unknown[], rule: FieldRule): readonly unknown[] {
  if (rule.strategy !== 'merge') return patch;
  const kind = kindOfItems(original, patch);
  if (kind === undefined) return original;
  if (kind === 'scalar') {
    const merged = uniqueScalars([...original, ...patch]);
    return orderItems(merged, { patchOrder: patch, objectOrder: original, mergeKey: '' });
  }
  if (rule.mergeKey === '') throw new PatchFault('cannot merge lists without merge key');
  const instructed = obeyItems(original, patch, rule.mergeKey);
  if (instructed.isReplaced) return instructed.patch;
  const merged = mergeItems(instructed.original, instructed.patch, rule);
  return orderItems(merged, {
    patchOrder: instructed.patch,
    objectOrder: instructed.original,
    mergeKey: rule.mergeKey,
  });
}

function mergeItems(original: readonly unknown[], patch: readonly unknown[], rule: FieldRule): unknown[] {
  const merged = [...original];
  const positions = positionsOf(original, rule.mergeKey);
  for (const item of patch as readonly JsonObject[]) {
    const name = nameOf(requireIdentity(item, rule.mergeKey));
    const position = positions.get(name);
    if (position === undefined) {
      positions.set(name, merged.length);
      merged.push(item);
    } else {
      merged[position] = mergeObject(merged[position] as JsonObject, item, itemNode(rule.node));
    }
  }
  return merged;
}

/** Merges the lists that the patch gives an order for. Tells which fields of the patch are done with that. */
function mergeOrderedLists(merged: Record<string, unknown>, patch: JsonObject, node: MergeNode): Set<string> {
  const done = new Set<string>();
  for (const key of Object.keys(patch)) {
    if (!isElementOrder(key)) continue;
    const field = fieldOfElementOrder(key);
    const order = asList(patch[key]);
    const before = valueOf(merged, field);
    const change = valueOf(patch, field);
    const rule = ruleOfField(node, field);
    checkElementOrder(asList(change), order, rule.mergeKey);
    if (before === undefined && change === undefined) continue;
    setKey(merged, field, mergeInOrder({ before, change }, order, rule));
    done.add(field);
  }
  return done;
}

function mergeInOrder(
  { before, change }: { readonly before: unknown; readonly change: unknown },
  order: readonly unknown[],
  rule: FieldRule,
): readonly unknown[] {
  const original = asList(before);
  const patch = asList(change);
  if (kindOfItems(original, patch) === undefined) throw new PatchFault('no elements in any of the given slices');
  const merged = before === undefined ? patch : change === undefined ? original : mergeList(original, patch, rule);
  return orderItems(merged, { patchOrder: order, objectOrder: original, mergeKey: rule.mergeKey });
}
