/** The order of the keys of maps: by the bytes of their UTF-8, as the API prints them. */

const surrogate = /[\ud800-\udfff]/;

/** Sorts in place. The order differs from JavaScript's only beyond the basic plane. */
export function sortKeys(keys: string[]): string[] {
  const needsBytes = keys.some((key) => surrogate.test(key));
  return needsBytes ? keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))) : keys.sort();
}

/** Returns the keys themselves when they are in order, else a sorted copy. */
export function inKeyOrder(keys: string[]): string[] {
  for (let at = 1; at < keys.length; at += 1) {
    if (!isBefore(keys[at - 1] ?? '', keys[at] ?? '')) return sortKeys([...keys]);
  }
  return keys;
}

/** Most keys differ in their first letters, which costs less to see than to compare the whole. */
function isBefore(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rankOf(left) < rankOf(right);
  }
  return a.length < b.length;
}

/** Surrogates stand for characters beyond the basic plane, which come after all that are in it. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
