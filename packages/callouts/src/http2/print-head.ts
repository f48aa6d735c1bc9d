/** The header block of a request, from headers that were checked. Those of a connection of HTTP/1.1 are left out. */
import { printField, printRequestLine } from '@keelson/http2';

import type { CarriedRequest } from '../carrier.ts';

/** RFC 9113, section 8.2.2. `te` may say `trailers`. */
const ofConnections = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'host']);

/** Headers that do not change are printed once, as long as their object lives. */
const printed = new WeakMap<CarriedRequest['headers'], string>();

/** `length` is that of the body, where the headers do not state it. */
export function printHead({ method, path, host, headers }: CarriedRequest, length: number | undefined): string {
  const head = printRequestLine({ method, scheme: 'https', path, authority: host }) + printHeaders(headers);
  return length === undefined ? head : head + printField('content-length', String(length));
}

function printHeaders(headers: CarriedRequest['headers']): string {
  let text = printed.get(headers);
  if (text !== undefined) return text;
  text = '';
  for (const given in headers) {
    const value = headers[given] ?? '';
    const name = given.toLowerCase();
    if (ofConnections.has(name) || (name === 'te' && value !== 'trailers')) continue;
    if (typeof value === 'string') text += printField(name, value);
    else for (const each of value) text += printField(name, each);
  }
  if (Object.isFrozen(headers)) printed.set(headers, text);
  return text;
}
