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
    const key = keys[at] ?? '';
    if ((keys[at - 1] ?? '') >= key || surrogate.test(key)) return sortKeys([...keys]);
  }
  return keys;
}
