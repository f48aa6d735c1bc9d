/** Freezes a value and everything in it, so that whoever changes a shared object learns of it at once. Returns it. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const member of members) freeze(member);
  return value;
}
