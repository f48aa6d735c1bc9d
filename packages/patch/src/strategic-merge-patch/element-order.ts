/**
 * The order of a merged list. Items that the patch names come in the patch's order, items that only the object has in
 * the object's; where the two interleave, the object's order decides. Costs a step for each item.
 */
import { printGoValue } from '../print-go-value.ts';
import { isSameIdentity, nameOf, identityOf, positionsOf, requireIdentity, splitDeletions } from './list-items.ts';
import { PatchFault } from './refuse-patch.ts';

export interface Ordering {
  /** The order of the patch, from its `$setElementOrder` or from itself. */
  readonly patchOrder: readonly unknown[];
  /** The order of the object before the patch. */
  readonly objectOrder: readonly unknown[];
  /** Empty for scalars. */
  readonly mergeKey: string;
}

export function orderItems(merged: readonly unknown[], { patchOrder, objectOrder, mergeKey }: Ordering): unknown[] {
  if (mergeKey !== '') for (const item of [...merged, ...patchOrder]) requireIdentity(item, mergeKey);
  const inPatch = positionsOf(patchOrder, mergeKey);
  const inObject = positionsOf(objectOrder, mergeKey);
  const nameOfItem = (item: unknown) => nameOf(identityOf(item, mergeKey));
  const named = merged.filter((item) => inPatch.has(nameOfItem(item)));
  const others = merged.filter((item) => !inPatch.has(nameOfItem(item)));
  const by = (positions: ReadonlyMap<unknown, number>) => (a: unknown, b: unknown) =>
    (positions.get(nameOfItem(a)) ?? 0) - (positions.get(nameOfItem(b)) ?? 0);
  const place = (item: unknown) => inObject.get(nameOfItem(item));
  return interleave(others.sort(by(inObject)), named.sort(by(inPatch)), place);
}

/** An item of `left` goes before the next of `right` only if the object has both and has it first. */
function interleave(
  left: readonly unknown[],
  right: readonly unknown[],
  place: (item: unknown) => number | undefined,
): unknown[] {
  const merged: unknown[] = [];
  let next = 0;
  for (const item of right) {
    const limit = place(item);
    for (; next < left.length; next += 1) {
      const position = place(left[next]);
      if (limit === undefined || position === undefined || position >= limit) break;
      merged.push(left[next]);
    }
    merged.push(item);
  }
  return [...merged, ...left.slice(next)];
}

/** Throws unless the items of a patch follow its `$setElementOrder`. */
export function checkElementOrder(patch: readonly unknown[], order: readonly unknown[], mergeKey: string): void {
  const items = mergeKey === '' ? patch : splitDeletions(patch).kept;
  let matched = 0;
  for (const item of order) {
    if (matched < items.length && isSameIdentity(items[matched], item, mergeKey)) matched += 1;
  }
  if (matched === items.length) return;
  const [printedPatch, printedOrder] = [printGoValue(patch), printGoValue(order)];
  throw new PatchFault(
    `The order in patch list:\n${printedPatch}\n doesn't match $setElementOrder list:\n${printedOrder}\n`,
  );
}
