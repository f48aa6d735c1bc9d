/** Labels and the selectors for them, as one text. */
import { printLabelSelector, selectorFromLabelSelector, type LabelSelectorObject } from '@keelson/meta';
import { none } from './none.ts';

export function printLabels(labels: Readonly<Record<string, string>> | null | undefined): string {
  const entries = Object.entries(labels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return none(entries.map(([key, value]) => `${key}=${value}`).join(','));
}

export function printSelector(object: LabelSelectorObject | null | undefined): string {
  const made = selectorFromLabelSelector(object);
  if (!made.ok) return '<error>';
  return none(printLabelSelector(made.selector ?? []));
}
