/** Amounts: quantities by the names of what they are of. Nothing here changes its arguments. */
import { addQuantity, compareQuantity, signOfQuantity, subtractQuantity } from './quantity-arithmetic.ts';

export type Amounts = ReadonlyMap<string, string>;

export const noAmounts: Amounts = new Map();

export function toAmounts(record: Readonly<Record<string, string>> | undefined): Amounts {
  return record === undefined ? noAmounts : new Map(Object.entries(record));
}

export function fromAmounts(amounts: Amounts): Record<string, string> {
  return Object.fromEntries(amounts);
}

export function addAmounts(left: Amounts, right: Amounts): Amounts {
  if (right.size === 0) return left;
  const sum = new Map(left);
  for (const [name, amount] of right) sum.set(name, addQuantity(sum.get(name) ?? '0', amount));
  return sum;
}

/** The differences, of the names of either; those below zero too. */
export function subtractAmounts(left: Amounts, right: Amounts): Amounts {
  if (right.size === 0) return left;
  const difference = new Map(left);
  for (const [name, amount] of right) difference.set(name, subtractQuantity(difference.get(name) ?? '0', amount));
  return difference;
}

export function positiveAmounts(amounts: Amounts): Amounts {
  return keepAmounts(amounts, (_, amount) => signOfQuantity(amount) > 0);
}

/** Of each name the greater amount. */
export function maxAmounts(left: Amounts, right: Amounts): Amounts {
  const greatest = new Map(left);
  for (const [name, amount] of right) {
    const known = greatest.get(name);
    if (known === undefined || compareQuantity(amount, known) > 0) greatest.set(name, amount);
  }
  return greatest;
}

export function keepAmounts(amounts: Amounts, keeps: (name: string, amount: string) => boolean): Amounts {
  const kept = new Map<string, string>();
  for (const [name, amount] of amounts) if (keeps(name, amount)) kept.set(name, amount);
  return kept;
}

/** The same names, and for each the same value in whatever notation. */
export function areSameAmounts(left: Amounts, right: Amounts): boolean {
  if (left.size !== right.size) return false;
  for (const [name, amount] of left) {
    const other = right.get(name);
    if (other === undefined || (other !== amount && compareQuantity(amount, other) !== 0)) return false;
  }
  return true;
}
