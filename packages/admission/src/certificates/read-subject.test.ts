import { describe, expect, it } from '@jest/globals';

import { readSubject } from './read-subject.ts';

const pem = (der: Buffer | string, label = 'CERTIFICATE REQUEST') =>
  `-----BEGIN ${label}-----\n${Buffer.from(der as Buffer).toString('base64')}\n-----END ${label}-----\n`;

/** One element, or what it is made of. */
function element(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)));
  const size = bytes.length < 0x80 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([
    Buffer.from([tag, ...(bytes.length >= 0x80 && bytes.length < 0x100 ? [0x81, bytes.length] : size)]),
    bytes,
  ]);
}

const organizationId = element(0x06, Buffer.from('55040a', 'hex'));
const nameId = element(0x06, Buffer.from('550403', 'hex'));
const part = (id: Buffer, value: Buffer) => element(0x30, id, value);
const organization = (text: string, tag = 0x0c) => part(organizationId, element(tag, text));
const version = element(0x02, Buffer.from([0]));
const rest = element(0x30, element(0x30, 'key'));
const request = (...sets: readonly Buffer[]) =>
  element(0x30, element(0x30, version, element(0x30, ...sets), rest), element(0x30, 'how'), element(0x03, 'signature'));

/** By OpenSSL, of `/CN=jane/O=devs/O=ops`. */
const made = `-----BEGIN CERTIFICATE REQUEST-----
MIHmMIGOAgEAMCwxDTALBgNVBAMMBGphbmUxDTALBgNVBAoMBGRldnMxDDAKBgNV
BAoMA29wczBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABIAREWSRdfuA1RJzRneB
YCcUVdkFUfKzKHpus9f7j5H5y8K3zBcVBy7EzUvEWHxH2rpH5FCBfX36j8x1WXtK
7v6gADAKBggqhkjOPQQDAgNHADBEAiBVqlecFODilIwBc0lhwNzXdThpcXcbf6Bp
wxvBSD7rRQIgKM70BQklnTrqtqL15/1vE8igwPIeKXjYke1xJcL7+Do=
-----END CERTIFICATE REQUEST-----
`;

describe('the subject of a certificate request', () => {
  it('names organizations', () => {
    expect(readSubject(made)).toEqual({ ok: true, organizations: ['devs', 'ops'] });
    expect(readSubject(`whatever\n${made.replaceAll('\n', '\r\n')}`)).toMatchObject({ organizations: ['devs', 'ops'] });
    expect(readSubject(pem(request()))).toEqual({ ok: true, organizations: [] });
  });

  it('may say them in any kind of text, and beside others', () => {
    const wide = Buffer.from('devs', 'utf16le').swap16();
    const all = [
      element(0x31, part(nameId, element(0x0c, 'jane')), organization('ü')),
      ...[0x13, 0x14, 0x16].map((tag) => element(0x31, organization('devs', tag))),
      element(0x31, part(organizationId, element(0x1e, wide))),
    ];
    expect(readSubject(pem(request(...all)))).toEqual({
      ok: true,
      organizations: ['ü', 'devs', 'devs', 'devs', 'devs'],
    });
  });

  it('is in the first block, which has to be a request', () => {
    const wrong = { ok: false, message: 'PEM block type must be CERTIFICATE REQUEST' };
    expect(readSubject('')).toEqual(wrong);
    expect(readSubject(made.replaceAll('CERTIFICATE', 'NEW CERTIFICATE'))).toEqual(wrong);
    expect(readSubject(`${pem('AAAA', 'CERTIFICATE')}${made}`)).toEqual(wrong);
  });

  const good = request(element(0x31, organization('devs')));
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['words', Buffer.from('hello')],
    ['a part', good.subarray(0, -1)],
    ['more than one', Buffer.concat([good, good])],
    ['an unknown kind of text', request(element(0x31, organization('devs', 0x1c)))],
    ['half a letter', request(element(0x31, part(organizationId, element(0x1e, 'abc'))))],
    [
      'a length that is longer than it has to be',
      Buffer.concat([Buffer.from([0x30, 0x82, 0, good.length - 2]), good.subarray(2)]),
    ],
    ['no end', Buffer.from([0x30, 0x80, 0, 0])],
  ])('that is %s is refused', (_what, der) => {
    expect(readSubject(pem(der))).toMatchObject({ ok: false });
  });
});
