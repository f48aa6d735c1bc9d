/** True where an object has all that a patch says: null stands for a field that is absent, order counts in lists. */
export function isReported(patch: unknown, found: unknown): boolean {
  if (patch === null) return found === undefined || found === null || found === '';
  if (Array.isArray(patch)) return Array.isArray(found) && patch.length === found.length && hasEach(patch, found);
  if (typeof patch !== 'object') return patch === found;
  if (typeof found !== 'object' || found === null) return false;
  const fields = found as Readonly<Record<string, unknown>>;
  return Object.entries(patch).every(([name, value]) => isReported(value, fields[name]));
}

/** Conditions are merged by their types: those of others may be among them, in any order. */
function hasEach(patch: readonly unknown[], found: readonly unknown[]): boolean {
  return patch.every((each, index) => isReported(each, found[index]));
}
