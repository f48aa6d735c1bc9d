/** Rules for amounts of resources. */
import { isWholeQuantity, ratioOfQuantities, signOfQuantity } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { isWholeResource } from './resource-name.rules.ts';

/** Clients know the amount of this message as a whole number. */
export function validateNonnegativeAmount(amount: string, path: string, report: Report): void {
  if (signOfQuantity(amount) >= 0) return;
  report.invalid(path, Math.floor(ratioOfQuantities(amount, '1')), 'must be a valid resource quantity');
}

export function validateResourceAmount(name: string, amount: string, path: string, report: Report): void {
  if (signOfQuantity(amount) < 0) report.invalid(path, amount, 'must be greater than or equal to 0');
  if (isWholeResource(name) && !isWholeNumber(amount)) report.invalid(path, amount, 'must be an integer');
}

const suffixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
/** Amounts of more digits are not counted in 64 bits, but for this rule. */
const mostDigits = 18;

/**
 * Clients know an amount as whole by its thousandths in 64 bits, which amounts from 2^63 / 1000 on overflow: most of
 * those are refused.
 */
function isWholeNumber(amount: string): boolean {
  const [, digits, prefix = '', binary] = /^-?(\d+)([kKMGTPE]?)(i?)$/.exec(amount) ?? [];
  if (digits === undefined) return isWholeQuantity(amount);
  const power = suffixes.indexOf(prefix === 'K' ? 'k' : prefix);
  if (binary === 'i') return isWholeInThousandths(BigInt(digits) << BigInt(10 * power));
  // Beyond a billion, an overflow is seen, and counts as none.
  if (digits.length <= mostDigits && power > 2) return true;
  return isWholeInThousandths(BigInt(digits) * 1000n ** BigInt(power));
}

function isWholeInThousandths(units: bigint): boolean {
  return BigInt.asIntN(64, units * 1000n) % 1000n === 0n;
}
