/**
 * Tells the text of a set of fields that would be printed as it is: nothing but nested objects, no space, keys in
 * ascending order, escapes of quotes and backslashes alone. Servers write it so; any other text is parsed and printed.
 */
const [quote, comma, colon, backslash, open, close] = [0x22, 0x2c, 0x3a, 0x5c, 0x7b, 0x7d];
const [space, nine, zero, underscore, tilde] = [0x20, 0x39, 0x30, 0x5f, 0x7e];
const mostDepth = 100;

/** Of the key before, at each depth: where it begins and ends. */
const starts = new Int32Array(mostDepth + 1);
const ends = new Int32Array(mostDepth + 1);

export function isCanonicalFieldSet(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  let depth = 0;
  for (;;) {
    if (bytes[at++] !== open || ++depth > mostDepth) return false;
    ends[depth] = 0;
    if (bytes[at] === close) {
      for (; bytes[at] === close && depth > 0; at++) depth--;
      if (depth === 0) return at === end;
      if (bytes[at++] !== comma) return false;
    }
    const keyStart = at;
    at = endOfKey(bytes, at, end);
    if (at < 0 || bytes[at] !== colon || !isAfterLast(bytes, depth, keyStart, at)) return false;
    starts[depth] = keyStart;
    ends[depth] = at++;
  }
}

/** The position after the closing quote; negative for a key that may be printed otherwise, or elsewhere in its object. */
function endOfKey(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== quote || isOddStart(bytes[start + 1] ?? zero)) return -1;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === quote) return at + 1;
    if (byte < space || byte > tilde) return -1;
    if (byte !== backslash) continue;
    at++;
    if (bytes[at] !== quote && bytes[at] !== backslash) return -1;
  }
  return -1;
}

/** JavaScript puts keys that are whole numbers before all others, and `__proto__` is no key to it. */
function isOddStart(byte: number): boolean {
  return (byte >= zero && byte <= nine) || byte === underscore;
}

/** Strictly, so that no key comes twice. Compares quoted texts. */
function isAfterLast(bytes: Uint8Array, depth: number, start: number, end: number): boolean {
  const lastEnd = ends[depth] as number;
  if (lastEnd === 0) return true;
  let last = starts[depth] as number;
  for (let at = start; at < end && last < lastEnd; at++, last++) {
    const difference = (bytes[at] as number) - (bytes[last] as number);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
