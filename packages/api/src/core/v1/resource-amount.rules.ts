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
  if (isWholeResource(name) && !isWholeQuantity(amount)) report.invalid(path, amount, 'must be an integer');
}
