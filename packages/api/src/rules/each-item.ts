/** Checks the items of a list, each under its own path. */
import type { Report } from '@keelson/schema';

export function eachItem<Item>(
  report: Report,
  path: string,
  items: readonly Item[] | null | undefined,
  check: (item: Item, index: number) => void,
): void {
  items?.forEach((item, index) => report.within(`${path}[${index}]`, () => check(item, index)));
}
