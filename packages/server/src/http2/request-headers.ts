/**
 * The headers of requests over HTTP/2, as Node gives those of HTTP/1.1: `Host` from `:authority`, crumbs of cookies joined,
 * repeated headers joined or dropped by their names.
 */
import type { IncomingHttpHeaders } from 'node:http';

import type { RequestBlock } from '@keelson/http2';

export interface RequestHeaders {
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turns, as they came. */
  readonly rawHeaders: readonly string[];
}

/** Those of which Node takes the first alone. */
const single: ReadonlySet<string> = new Set([
  ...['age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host', 'if-modified-since'],
  ...[
    'if-unmodified-since',
    'last-modified',
    'location',
    'max-forwards',
    'proxy-authorization',
    'referer',
    'retry-after',
  ],
  ...['server', 'user-agent'],
]);
/** As in a value of HTTP/1.1: no control characters but the tab. */
const plainValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Clients alternate between a few sets of headers. */
const mostKept = 8;

interface Kept extends RequestHeaders {
  readonly block: RequestBlock;
}

/**
 * For the requests of one connection. Equal headers are the same object: what was found out about them need not be found
 * out again. Undefined for values that no header may have.
 */
export function createHeadersReader(): (block: RequestBlock) => RequestHeaders | undefined {
  const kept: Kept[] = [];
  return (block) => {
    const known = kept.find((each) => areSame(each.block, block));
    if (known !== undefined) return known;
    const read = readHeaders(block);
    if (read === undefined) return undefined;
    if (kept.length >= mostKept) kept.shift();
    kept.push({ ...read, block });
    return read;
  };
}

function areSame(one: RequestBlock, other: RequestBlock): boolean {
  if (one.fields === other.fields && one.authority === other.authority) return true;
  if (one.fields.length !== other.fields.length || one.authority !== other.authority) return false;
  return one.fields.every((text, index) => text === other.fields[index]);
}

function readHeaders({ authority, fields }: RequestBlock): RequestHeaders | undefined {
  const rawHeaders = authority === '' ? fields : ['host', authority, ...fields];
  const headers: IncomingHttpHeaders = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    if (!plainValue.test(value)) return undefined;
    // It would not become a property.
    if (name !== '__proto__') note(headers, name, value.trim());
  }
  return { headers: Object.freeze(headers), rawHeaders };
}

function note(headers: IncomingHttpHeaders, name: string, value: string): void {
  const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (name === 'set-cookie') headers[name] = [...(headers[name] ?? []), value];
  else if (before === undefined) headers[name] = value;
  else if (!single.has(name)) headers[name] = `${String(before)}${name === 'cookie' ? '; ' : ', '}${value}`;
}
