import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { bytesField, fieldsOf, messageField, numberField } from '../protobuf/fields.ts';
import { decodeRangeResponse, decodeTxnResponse, encodeRangeRequest, encodeTxnRequest } from './messages.ts';

const joined = (parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);
const keyValue = (key: string, revision: number, value: string) =>
  messageField(2, [
    ...bytesField(1, Buffer.from(key)),
    ...numberField(2, 1),
    ...numberField(3, revision),
    ...bytesField(5, Buffer.from(value)),
  ]);
const header = (revision: number) => messageField(1, [...numberField(1, 14_841), ...numberField(3, revision)]);

describe('fields', () => {
  it('come back as they were written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.uint8Array({ maxLength: 300 }),
        (number, value, bytes) => {
          const [first, second] = [...fieldsOf(joined([...numberField(number, value), ...bytesField(number, bytes)]))];
          expect([first?.number, first?.value]).toEqual([number, value]);
          expect(second?.bytes.equals(bytes)).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['cut off in the length', [0x0a]],
    ['cut off in the bytes', [0x0a, 5, 1]],
    ['cut off in a number', [0x08, 0x80]],
    ['a number without an end', [0x08, ...Array.from({ length: 11 }, () => 0xff)]],
    ['a group', [0x0b]],
  ])('are refused where they are %s', (_, bytes) => {
    expect(() => [...fieldsOf(Buffer.from(bytes))]).toThrow('etcd sent');
  });

  it('that nobody asked for are passed over', () => {
    const strange = Buffer.from([0x79, 1, 2, 3, 4, 5, 6, 7, 8, 0x7d, 1, 2, 3, 4]);
    expect(decodeRangeResponse(Buffer.concat([strange, joined(header(7))]))).toEqual({
      revision: 7,
      entries: [],
      more: false,
    });
  });
});

describe('a range', () => {
  it('is written with what it has', () => {
    const request = { key: Buffer.from('a'), end: Buffer.from('b'), limit: 300, revision: 5, countOnly: true };
    expect(joined(encodeRangeRequest(request)).toString('hex')).toBe('0a0161' + '120162' + '18ac02' + '2005' + '4801');
    expect(joined(encodeRangeRequest({ key: Buffer.from('a'), limit: Infinity })).toString('hex')).toBe('0a0161');
  });

  it('is read with its entries', () => {
    const answer = decodeRangeResponse(
      joined([...header(9), ...keyValue('/a', 3, 'x'), ...keyValue('/b', 4, ''), ...numberField(3, 1)]),
    );
    expect(answer).toEqual({
      revision: 9,
      more: true,
      entries: [
        { key: '/a', revision: 3, value: Buffer.from('x') },
        { key: '/b', revision: 4, value: Buffer.from('') },
      ],
    });
  });

  it('is refused at a revision that cannot be told exactly', () => {
    const beyond = Buffer.from([0x0a, 10, 0x18, ...Array.from({ length: 8 }, () => 0xff), 0x7f]);
    expect(() => decodeRangeResponse(beyond)).toThrow('beyond what can be told exactly');
  });
});

describe('a transaction', () => {
  it('compares with the revision, also where there must be none', () => {
    const made = joined(encodeTxnRequest({ key: 'k', value: Buffer.from('v'), expectedRevision: 0 })).toString('hex');
    expect(made.startsWith('0a' + '07' + '1002' + '1a016b' + '3000')).toBe(true);
    const changed = joined(encodeTxnRequest({ key: 'k', value: undefined, expectedRevision: 7 })).toString('hex');
    expect(changed).toBe('0a071002' + '1a016b' + '3007' + '12051a030a016b' + '1a050a030a016b');
  });

  it('compares with a second key, and answers with both', () => {
    const compare = { key: 'o', revision: 7 };
    const request = { key: 'k', value: Buffer.from('v'), expectedRevision: 0, compares: [compare] };
    const made = joined(encodeTxnRequest(request)).toString('hex');
    expect(made.endsWith('0a07' + '1002' + '1a016f' + '3007' + '1a05' + '0a03' + '0a016f')).toBe(true);
    const other = messageField(1, [...header(9), ...keyValue('o', 8, 'x')]);
    const none = messageField(1, header(9));
    const answer = decodeTxnResponse(joined([...header(9), ...messageField(3, none), ...messageField(3, other)]));
    expect(answer).toEqual({
      ok: false,
      revision: 9,
      current: undefined,
      compared: [{ key: 'o', revision: 8, value: Buffer.from('x') }],
    });
    expect(decodeTxnResponse(joined([...header(9), ...messageField(3, none), ...messageField(3, none)]))).toEqual({
      ok: false,
      revision: 9,
      current: undefined,
      compared: [undefined],
    });
  });

  it('holds its lease', () => {
    const lease = '7587890123456789012';
    const [, change] = [
      ...fieldsOf(joined(encodeTxnRequest({ key: 'k', value: Buffer.of(1), expectedRevision: 0, lease }))),
    ];
    expect(change?.bytes.toString('hex')).toContain('18');
    expect(
      joined(encodeTxnRequest({ key: 'k', value: Buffer.of(1), expectedRevision: 0, lease })).length,
    ).toBeGreaterThan(joined(encodeTxnRequest({ key: 'k', value: Buffer.of(1), expectedRevision: 0 })).length + 8);
  });

  it('tells what stands in the way', () => {
    const range = messageField(1, [...header(9), ...keyValue('k', 5, 'theirs')]);
    expect(decodeTxnResponse(joined([...header(9), ...messageField(3, range)]))).toEqual({
      ok: false,
      revision: 9,
      current: { key: 'k', revision: 5, value: Buffer.from('theirs') },
    });
    expect(decodeTxnResponse(joined([...header(10), ...numberField(2, 1)]))).toEqual({ ok: true, revision: 10 });
  });
});
