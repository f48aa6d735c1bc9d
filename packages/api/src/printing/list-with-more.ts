/** Lists that are cut short: the first few, and how many more there are. */

/** `total` is the number of all items, `shown` the printed ones. */
export function printWithMore(shown: readonly string[], total: number, separator = ','): string {
  const text = shown.join(separator);
  return total > shown.length ? `${text} + ${total - shown.length} more...` : text;
}
