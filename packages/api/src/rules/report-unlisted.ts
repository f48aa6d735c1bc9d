/**
 * Refuses a value outside a closed set, for rules that have an order: rules of declarations run before those of hooks, and
 * clients know the causes of some kinds in another order. The declaration says `listed`.
 */
import type { Report } from '@keelson/schema';

/** Nothing is reported where the value is absent. */
export function reportUnlisted(
  report: Report,
  path: string,
  value: string | undefined,
  values: readonly string[],
): void {
  if (value !== undefined && !values.includes(value)) report.notSupported(path, value, values);
}

/** As above, for fields in which the empty text is no value. */
export function reportUnlistedText(
  report: Report,
  path: string,
  value: string | undefined,
  values: readonly string[],
): void {
  if (value !== '') reportUnlisted(report, path, value, values);
}
