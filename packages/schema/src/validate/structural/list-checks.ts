/** The checks of lists: the items, then how many there are. */
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { itemSchema } from '../../language/part-schema.ts';
import { canonicalKey } from './enum-checks.ts';
import type { StructuralCheck } from './validation-run.ts';

export function listChecks(schema: StructuralSchema): StructuralCheck[] {
  const { minItems, maxItems, uniqueItems } = schema;
  const checks: StructuralCheck[] = [];
  const items = itemSchema(schema);
  if (items !== undefined) checks.push(itemsCheck(items));
  if (minItems !== undefined) checks.push(minItemsCheck(Number(minItems)));
  if (maxItems !== undefined) checks.push(maxItemsCheck(Number(maxItems)));
  if (uniqueItems === true) checks.push(checkUniqueItems);
  return checks;
}

function itemsCheck(schema: StructuralSchema): StructuralCheck {
  return (value, run) => {
    const items = value as readonly unknown[];
    for (let index = 0; index < items.length && run.budget.left >= 0; index += 1) {
      run.visitItem(schema, index, items[index]);
    }
  };
}

function minItemsCheck(limit: number): StructuralCheck {
  return (value, run) => {
    const { length } = value as readonly unknown[];
    if (length < limit) run.addFault('minItems', limit, length);
  };
}

function maxItemsCheck(limit: number): StructuralCheck {
  return (value, run) => {
    const { length } = value as readonly unknown[];
    if (length > limit) run.addFault('maxItems', limit, length);
  };
}

const charactersInStep = 20;

/** Items that nest too deeply to be compared count as duplicates. */
const checkUniqueItems: StructuralCheck = (value, run) => {
  const seen = new Set<string | undefined>([undefined]);
  for (const item of value as readonly unknown[]) {
    const key = canonicalKey(item);
    run.budget.left -= 1 + (key?.length ?? 0) / charactersInStep;
    if (run.budget.left < 0) return;
    if (seen.has(key)) return run.addFault('uniqueItems', true, '');
    seen.add(key);
  }
};
