/**
 * The path and the query of a proxied request as 1.24 sends them: decoded and printed anew, the query in the order of its
 * names, and what cannot be decoded left out of it. Texts are bytes in Latin-1, as they come from the connection.
 */
import { posix } from 'node:path';

export interface RemotePath {
  /** With the query, as it goes over the wire. */
  readonly target: string;
  /** For `X-Forwarded-Uri`: without the query, and without empty and dotted segments. */
  readonly forwardedUri: string;
}

/** Characters that Go leaves as they are in paths and in queries. */
const plainPath = /^[\w.~$&+,/:;=@-]*$/;
const unsafeInPath = /[^\w.~$&+,/:;=@-]/g;
const unsafeInQuery = /[^\w.~-]/g;
const escapeSign = /%([\da-f]{2})/gi;
const strayPercent = /%(?![\da-f]{2})/i;

export function printRemotePath(url: string): RemotePath {
  const mark = url.indexOf('?');
  const raw = mark < 0 ? url : url.slice(0, mark);
  const path = plainPath.test(raw) ? raw : escape(unescape(raw) ?? raw, unsafeInPath);
  const query = mark < 0 ? '' : printQuery(url.slice(mark + 1));
  return { target: query === '' ? path : `${path}?${query}`, forwardedUri: posix.normalize(path) };
}

function printQuery(text: string): string {
  const pairs: (readonly [name: string, value: string])[] = [];
  for (const pair of text.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const mark = pair.indexOf('=');
    const name = unescapeQuery(mark < 0 ? pair : pair.slice(0, mark));
    const value = mark < 0 ? '' : unescapeQuery(pair.slice(mark + 1));
    if (name !== undefined && value !== undefined) pairs.push([name, value]);
  }
  pairs.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  return pairs.map(([name, value]) => `${escapeQuery(name)}=${escapeQuery(value)}`).join('&');
}

function unescapeQuery(text: string): string | undefined {
  return unescape(text.replaceAll('+', ' '));
}

function escapeQuery(text: string): string {
  return escape(text, unsafeInQuery).replaceAll('%20', '+');
}

/** Undefined where a percent sign stands for nothing. */
function unescape(text: string): string | undefined {
  if (!text.includes('%')) return text;
  if (strayPercent.test(text)) return undefined;
  return text.replace(escapeSign, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function escape(text: string, unsafe: RegExp): string {
  return text.replace(unsafe, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}
