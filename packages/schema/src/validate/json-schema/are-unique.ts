/** The comparison behind `uniqueItems`, in time that grows with the items and not with their pairs. */

/** Items that are nested too deeply to be compared count as duplicates. */
export function areUnique(items: readonly unknown[]): boolean {
  try {
    return new Set(items.map(toSortedJson)).size === items.length;
  } catch (cause) {
    if (cause instanceof RangeError) return false;
    throw cause;
  }
}

export function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1));
  });
}
