/** The order of the keys of maps: by the bytes of their UTF-8, as the API prints them. */

const surrogate = /[\ud800-\udfff]/;

/** Sorts in place. The order differs from JavaScript's only beyond the basic plane. */
export function sortKeys(keys: string[]): string[] {
  const needsBytes = keys.some((key) => surrogate.test(key));
  return needsBytes ? keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))) : keys.sort();
}

/** Returns the keys themselves when they are in order, else a sorted copy. */
export function inKeyOrder(keys: string[]): string[] {
  let last = '';
  for (const key of keys) {
    if (key < last || surrogate.test(key)) return sortedOrSame(keys);
    last = key;
  }
  return keys;
}

function sortedOrSame(keys: string[]): string[] {
  const sorted = sortKeys([...keys]);
  return sorted.every((key, at) => key === keys[at]) ? keys : sorted;
}
