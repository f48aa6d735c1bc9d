/** The head of a request as text for HTTP/1.1. Refuses what could begin another header or another request. */

/** RFC 9110, section 5.5: visible characters, spaces and tabs. */
const plainValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** RFC 9110, section 5.6.2. */
const plainName = /^[\w!#$%&'*+.^`|~-]+$/;
const plainTarget = /^[\x21-\x7e]+$/;

const usualNames = new Map<string, string>();
const mostNames = 500;

type HeaderFields = Readonly<Record<string, string | readonly string[]>>;

/** Headers that do not change are checked and printed once, as long as their object lives. */
const checked = new WeakSet<HeaderFields>();
const printed = new WeakMap<HeaderFields, string>();

/** Undefined if nothing is wrong with it, else what is. */
export function findFault(method: string, path: string, headers: HeaderFields): string | undefined {
  if (!plainName.test(method)) return `net/http: invalid method ${JSON.stringify(method)}`;
  if (!plainTarget.test(path)) return `invalid request target ${JSON.stringify(path)}`;
  if (checked.has(headers)) return undefined;
  for (const name in headers) {
    if (!plainName.test(name)) return `net/http: invalid header field name ${JSON.stringify(name)}`;
    const value = headers[name] ?? '';
    const isPlain = typeof value === 'string' ? plainValue.test(value) : value.every((each) => plainValue.test(each));
    // Without the value: it may be a secret.
    if (!isPlain) return `net/http: invalid header field value for ${JSON.stringify(canonicalName(name))}`;
  }
  if (Object.isFrozen(headers)) checked.add(headers);
  return undefined;
}

/** Each with the end of its line. To be called for headers without fault. */
export function printHeaders(headers: HeaderFields): string {
  let text = printed.get(headers);
  if (text !== undefined) return text;
  text = '';
  for (const name in headers) {
    const value = headers[name] ?? '';
    const shown = canonicalName(name);
    if (typeof value === 'string') text += `${shown}: ${value}\r\n`;
    else for (const each of value) text += `${shown}: ${each}\r\n`;
  }
  if (Object.isFrozen(headers)) printed.set(headers, text);
  return text;
}

/** `x-remote-user` as `X-Remote-User`: some servers compare names as they are usually written. */
export function canonicalName(name: string): string {
  const known = usualNames.get(name);
  if (known !== undefined) return known;
  const shown = name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
  if (usualNames.size < mostNames) usualNames.set(name, shown);
  return shown;
}
