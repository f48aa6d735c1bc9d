/** True if the patch would change nothing in `found`: null matches an absent field, and lists match in order. */
export function isReported(patch: unknown, found: unknown): boolean {
  if (patch === null) return found === undefined || found === null || found === '';
  if (Array.isArray(patch)) return Array.isArray(found) && patch.length === found.length && hasEach(patch, found);
  if (typeof patch !== 'object') return patch === found;
  if (typeof found !== 'object' || found === null) return false;
  const fields = found as Readonly<Record<string, unknown>>;
  return Object.entries(patch).every(([name, value]) => isReported(value, fields[name]));
}

/** By index: conditions of other writers, or in another order, count as a difference and cost a needless write. */
function hasEach(patch: readonly unknown[], found: readonly unknown[]): boolean {
  return patch.every((each, index) => isReported(each, found[index]));
}
