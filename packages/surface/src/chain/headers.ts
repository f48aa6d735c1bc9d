/** Headers in which it matters how often they came, and every letter of them. */

/** All values of a header, in the order they came. Node joins or drops those of repeated headers. */
export function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] ?? '';
    if (raw.length === name.length && raw.toLowerCase() === name) values.push(decode(rawHeaders[index + 1] ?? ''));
  }
  return values;
}

export function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] ?? '';
    if (raw.length === name.length && raw.toLowerCase() === name) count += 1;
  }
  return count;
}

/** The headers whose names begin with a prefix, in lower case: what follows it, and the values. */
export function valuesBehind(
  rawHeaders: readonly string[],
  prefix: string,
): (readonly [rest: string, value: string])[] {
  const found: (readonly [string, string])[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (name.startsWith(prefix)) found.push([name.slice(prefix.length), decode(rawHeaders[index + 1] ?? '')]);
  }
  return found;
}

/** Cheaper than reading any. */
export function hasPrefix(rawHeaders: readonly string[], prefix: string): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length >= prefix.length && name.slice(0, prefix.length).toLowerCase() === prefix) return true;
  }
  return false;
}

/** Names of users are UTF-8; Node reads headers as latin1. */
function decode(value: string): string {
  const trimmed = value.trim();
  return /[\x80-\xff]/.test(trimmed) ? Buffer.from(trimmed, 'latin1').toString('utf8') : trimmed;
}

/** Keys in the names of headers are escaped as in a URL, where they have letters that headers cannot have. */
export function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
