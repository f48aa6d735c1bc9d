import { describe, expect, it } from '@jest/globals';

import { parseHead } from './parse-head.ts';

const head = (...lines: string[]): string => lines.join('\r\n');
const get = 'GET /api/v1/pods?limit=5 HTTP/1.1';
const host = 'Host: keelson';

describe('the head of a request', () => {
  it('is read with its headers, by names in lower case and as they came', () => {
    const read = parseHead(head(get, host, 'ACCEPT:  application/json \t', 'X-Empty:'), undefined);
    expect(read).toMatchObject({ method: 'GET', url: '/api/v1/pods?limit=5' });
    expect(read?.fields).toMatchObject({
      headers: { host: 'keelson', accept: 'application/json', 'x-empty': '' },
      rawHeaders: ['Host', 'keelson', 'ACCEPT', 'application/json', 'X-Empty', ''],
      bodyBytes: 0,
    });
  });

  it('may have a method that nobody knows, which is for the handler to refuse', () => {
    expect(parseHead(head('BREW /a HTTP/1.1', host), undefined)?.method).toBe('BREW');
  });

  it('says how long the body is', () => {
    expect(parseHead(head('PUT /a HTTP/1.1', host, 'Content-Length: 12'), undefined)?.fields.bodyBytes).toBe(12);
  });

  it('may say that the connection stays, as some libraries do', () => {
    expect(parseHead(head(get, host, 'Connection: Keep-Alive'), undefined)?.url).toBe('/api/v1/pods?limit=5');
  });

  it('has the headers of the one before where they are the same, and only there', () => {
    const first = parseHead(head(get, host), undefined);
    expect(parseHead(head('DELETE /b HTTP/1.1', host), first?.fields)?.fields).toBe(first?.fields);
    expect(parseHead(head(get, host, 'A: b'), first?.fields)?.fields.headers).toEqual({ host: 'keelson', a: 'b' });
  });

  it.each([
    ['another version', head('GET /a HTTP/1.0', host)],
    ['a version with a tail', head('GET /a HTTP/1.1 ', host)],
    ['no version', head('GET /a', host)],
    ["a method of Node's that is not usual", head('MKCOL /a HTTP/1.1', host)],
    ['a method that is no word', head('B-EW /a HTTP/1.1', host)],
    ['a method in lower case', head('get /a HTTP/1.1', host)],
    ['no method', head(' /a HTTP/1.1', host)],
    ['a whole URL', head('GET http://keelson/a HTTP/1.1', host)],
    ['a URL with a space', head('GET /a b HTTP/1.1', host)],
    ['a URL with letters that are none', head('GET /\u00e4 HTTP/1.1', host)],
    ['no host', head(get, 'Accept: a')],
    ['no headers', get],
    ['two hosts', head(get, host, 'host: other')],
    ['a header twice', head(get, host, 'Authorization: a', 'AUTHORIZATION: b')],
    ['a line that goes on', head(get, host, 'A: b', ' c')],
    ['a space before the colon', head(get, host, 'A : b')],
    ['no colon', head(get, host, 'A')],
    ['no name', head(get, host, ': a')],
    ['a lone line feed', head(get, host, 'A: b\nContent-Length: 5')],
    ['a lone carriage return', head(get, host, 'A: b\rContent-Length: 5')],
    ['a zero byte', head(get, host, 'A: b\0')],
    ['letters beyond ASCII', head(get, host, 'A: \u00e4')],
    ['chunks', head(get, host, 'Transfer-Encoding: chunked')],
    ['chunks and a length', head(get, host, 'Content-Length: 1', 'Transfer-Encoding: chunked')],
    ['two lengths', head(get, host, 'Content-Length: 1', 'Content-Length: 2')],
    ['a list of lengths', head(get, host, 'Content-Length: 1, 1')],
    ['a length with a sign', head(get, host, 'Content-Length: +1')],
    ['a length below zero', head(get, host, 'Content-Length: -1')],
    ['a length in another base', head(get, host, 'Content-Length: 0x10')],
    ['an empty length', head(get, host, 'Content-Length:')],
    ['a length with a tab behind it', head(get, host, 'Content-Length: 1\t')],
    ['a length with more than a space before it', head(get, host, 'Content-Length: \t1')],
    ['a length that is too large', head(get, host, 'Content-Length: 10000000')],
    ['a wish to be told to go on', head(get, host, 'Expect: 100-continue')],
    ['another protocol', head(get, host, 'Upgrade: websocket')],
    ['the wish to close the connection', head(get, host, 'Connection: close')],
    ['more than one word about the connection', head(get, host, 'Connection: keep-alive, upgrade')],
    ['the same wish in the words of old proxies', head(get, host, 'Proxy-Connection: close')],
    ['a header whose value is a list', head(get, host, 'Set-Cookie: a=b')],
    ['a name that objects have', head(get, host, '__proto__: a')],
  ])('with %s is left to somebody else', (_, text) => {
    expect(parseHead(text, undefined)).toBeUndefined();
  });

  it('takes the names that objects have for headers like any other', () => {
    const { headers } = parseHead(head(get, host, 'constructor: a', 'toString: b'), undefined)?.fields ?? {};
    expect(Object.entries(headers ?? {})).toEqual([
      ['host', 'keelson'],
      ['constructor', 'a'],
      ['tostring', 'b'],
    ]);
  });
});
