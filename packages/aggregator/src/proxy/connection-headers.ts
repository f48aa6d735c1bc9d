/** The headers that concern one connection alone, and are not passed on: RFC 9110, section 7.6.1. */

/** With those that were never standardized. */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export type NamePredicate = (lowerCaseName: string) => boolean;

/** Includes the headers that `Connection` itself names. */
export function concernsConnection(rawHeaders: readonly string[]): NamePredicate {
  const named = new Set<string>();
  for (const [name, value] of eachHeader(rawHeaders)) {
    if (name !== 'connection') continue;
    for (const each of value.split(',')) named.add(each.trim().toLowerCase());
  }
  return (name) => connectionHeaders.has(name) || named.has(name);
}

/** Names in lower case, with their values, in order. */
export function* eachHeader(
  rawHeaders: readonly string[],
): Generator<readonly [name: string, value: string, raw: string]> {
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] ?? '';
    yield [raw.toLowerCase(), rawHeaders[index + 1] ?? '', raw];
  }
}
