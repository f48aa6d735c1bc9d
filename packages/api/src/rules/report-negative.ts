/**
 * Refuses numbers below zero, for rules that have an order: rules of declarations run before those of hooks, and clients
 * know the causes of some kinds in another order. The declaration says `isUnchecked`.
 */
import type { Report } from '@keelson/schema';

export function reportNegative<Key extends string>(
  report: Report,
  object: { readonly [K in Key]?: number | bigint },
  keys: readonly Key[],
): void {
  for (const key of keys) {
    const number = object[key] ?? 0;
    if (number < 0) report.invalid(key, number, 'must be greater than or equal to 0');
  }
}
