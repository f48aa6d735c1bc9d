/** Resource amounts have milli precision: finer ones are rounded away from zero. */
import { canonicalQuantity, parseQuantity } from '@keelson/schema';

type ResourceList = Record<string, string>;

/** Changes the list in place. */
export function roundToMilli(list: ResourceList | undefined): void {
  if (list === undefined) return;
  for (const [name, amount] of Object.entries(list)) {
    // The key is the list's own, whatever it is called.
    list[name] = roundUp(amount);
  }
}

const milli = -3;
/** Endings of canonical amounts below milli precision; all others are skipped without parsing. */
const mayBeFiner = /[un]$|e-/;

function roundUp(amount: string): string {
  if (!mayBeFiner.test(amount)) return amount;
  const parsed = parseQuantity(amount);
  if (!parsed.ok || parsed.value.exponent >= milli) return amount;
  const { digits, exponent, isNegative } = parsed.value;
  const step = 10n ** BigInt(milli - exponent);
  const thousandths = (BigInt(digits) + step - 1n) / step;
  const suffix = amount.includes('e') ? 'e-3' : 'm';
  return canonicalQuantity(`${isNegative ? '-' : ''}${thousandths}${suffix}`) ?? amount;
}
