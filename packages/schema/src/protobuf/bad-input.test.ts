import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { message } from '../language/declare.ts';
import { field, optional } from '../language/field.ts';
import * as shapes from '../language/shape.ts';
import { arbitraryObject } from '../testing/arbitrary-object.ts';
import { quickestMsOf } from '../testing/processor-time.ts';
import { Everything, Tree } from './conformance/sample-messages.ts';
import type { DecodeProtobufOptions } from './decode.ts';
import { decodeProtobuf } from './decode.ts';
import { encodeProtobuf } from './encode.ts';

const Part = message('test.Part', { name: field(1, shapes.string) });

const Sample = message('test.Sample', {
  text: field(1, shapes.string),
  int: field(2, shapes.int32),
  part: optional(3, Part),
  labels: field(4, shapes.map(shapes.string)),
  at: field(5, shapes.time),
  port: field(6, shapes.intOrString),
  size: field(7, shapes.quantity),
  any: field(8, shapes.rawExtension),
  ratio: field(9, shapes.double),
  flags: field(10, shapes.list(shapes.bool)),
  data: field(11, shapes.bytes),
  verbs: field(12, shapes.list(shapes.string, { isWrapped: true })),
  micro: field(13, shapes.microTime),
});

function refusal(hex: string, options?: DecodeProtobufOptions): string {
  const result = decodeProtobuf(Sample, Buffer.from(hex, 'hex'), options);
  expect(result).toEqual({ ok: false, message: expect.any(String) });
  return result.ok ? '' : result.message;
}

describe('a decode error', () => {
  it.each([
    ['a tag that is cut off', '8a', /truncated/],
    ['a number that is cut off', '1080', /truncated/],
    ['a number that is missing', '10', /truncated/],
    ['a string that is cut off', '0a0561', /truncated/],
    ['a double that is cut off', '490000', /truncated/],
    ['an unknown fixed-width value that is cut off', 'fd070000', /truncated/],
    ['a length beyond the input', '0affffffff07', /truncated/],
    ['a length beyond 32 bits', '0affffffffff01', /out of range/],
    ['a length that would be negative', '0affffffffffffffffff01', /out of range/],
    ['a string that reaches out of its message', '1a020a056161616161', /truncated/],
    ['a varint that never ends', '10ffffffffffffffffffff01', /longer than ten bytes/],
    ['a tag that never ends', 'ffffffffffffffffffffff01', /longer than ten bytes/],
    ['a field number beyond the largest', '808080808001', /field number/],
    ['field number 0', '0001', /field number 0/],
    ['a group', '0b0c', /wrong wire type 3 for test\.Sample\.text/],
    ['a group nobody knows', 'fb070801fc07', /groups/],
    ['the end of a group', 'fc07', /groups/],
    ['a wire type that does not exist', 'fe07', /wire type 6/],
    ['a number where a string belongs', '0801', /wrong wire type 0 for test\.Sample\.text/],
    ['a string where a number belongs', '120161', /wrong wire type 2 for test\.Sample\.int/],
    ['a number where a message belongs', '1801', /wrong wire type 0 for test\.Sample\.part/],
    ['a wrong type in a map entry', '22020801', /wrong wire type/],
    ['a wrong type in a time', '2a020a00', /wrong wire type/],
    ['a wrong type in a wrapped list', '62020801', /wrong wire type/],
    ['text that is not UTF-8', '0a02c328', /UTF-8/],
    ['text that is not UTF-8, and long', `0a14${'61'.repeat(19)}ff`, /UTF-8/],
    ['a surrogate in UTF-8', '0a03eda080', /UTF-8/],
    ['a key that is not UTF-8', '22030a01ff', /UTF-8/],
    ['an int-or-string that is neither', '32020802', /neither/],
    ['text that is no quantity', '3a050a03616263', /quantity/],
    ['embedded text that is no JSON', '42030a017b', /embedded JSON/],
    ['a double that is no number', '49000000000000f87f', /finite/],
    ['a packed list that is cut off in a value', '52018001', /truncated/],
    ['a time beyond year 9999', '2a0708ffffffffff7f', /years 0 to 9999/],
    ['a time with too many nanoseconds', '6a06108094ebdc03', /nanoseconds/],
  ])('answers %s', (_, hex, reason) => {
    expect(refusal(hex)).toMatch(reason);
  });

  it('names the message and the place', () => {
    expect(refusal('0a01610a0561')).toBe(
      'test.Sample: truncated: a length reaches past the end of its message (at byte 5)',
    );
  });
});

describe('limits', () => {
  it('refuse messages that nest deeper than two hundred and fifty', () => {
    expect(decodeProtobuf(Tree, nested(250)).ok).toBe(true);
    expect(decodeProtobuf(Tree, nested(251))).toMatchObject({ ok: false, message: expect.stringMatching(/too deep/) });
    expect(decodeProtobuf(Tree, nested(50_000))).toMatchObject({ ok: false });
    expect(decodeProtobuf(Tree, nested(300), { maxDepth: 300 }).ok).toBe(true);
  });

  it('refuse more items and entries than allowed, in all lists together', () => {
    const items = '0a00'.repeat(1000);
    const List = message('test.List', { items: field(1, shapes.list(Part)) });
    expect(decodeProtobuf(List, Buffer.from(items, 'hex'), { maxItems: 1000 }).ok).toBe(true);
    expect(decodeProtobuf(List, Buffer.from(items, 'hex'), { maxItems: 999 })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/too many/),
    });
    expect(refusal('5203010101', { maxItems: 2 })).toMatch(/too many/);
    expect(refusal('22000a00', { maxItems: 0 })).toMatch(/too many/);
  });

  it('keep the time of a message sent in many parts in proportion to its length', () => {
    const parts = Buffer.from('1a00'.repeat(500_000), 'hex');
    expect(decodeProtobuf(Sample, parts).ok).toBe(true);
    expect(quickestMsOf(() => decodeProtobuf(Sample, parts), 5_000)).toBeLessThan(5_000);
  });

  function nested(depth: number): Buffer {
    const parts: Buffer[] = [];
    let length = 0;
    for (let level = 0; level < depth; level++) {
      const head = Buffer.from([0x12, ...varint(length)]);
      parts.push(head);
      length += head.length;
    }
    return Buffer.concat(parts.reverse());
  }

  function varint(value: number): number[] {
    return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
  }
});

describe('keys that JavaScript gives a meaning', () => {
  it('are data in maps and touch no prototype', () => {
    const Labels = message('test.Labels', { a: field(1, shapes.map(shapes.string)), b: field(2, shapes.map(Part)) });
    const hex =
      '0a0e0a095f5f70726f746f5f5f120178' +
      '0a100a0b636f6e7374727563746f72120178' +
      '12100a095f5f70726f746f5f5f12030a0178';
    const result = decodeProtobuf(Labels, Buffer.from(hex, 'hex'));
    expect(JSON.stringify(result.ok && result.object)).toBe(
      '{"a":{"__proto__":"x","constructor":"x"},"b":{"__proto__":{"name":"x"}}}',
    );
    expect(({} as { name?: string }).name).toBeUndefined();
    const object = result.ok ? result.object : {};
    expect(Object.getPrototypeOf(object.b)).toBe(Object.prototype);
    expect(Buffer.from(encodeProtobuf(Labels, object)).toString('hex')).toBe(hex);
  });

  it('are no names for fields', () => {
    const Odd = message('test.Odd', { ['__proto__']: field(1, shapes.string) });
    expect(() => decodeProtobuf(Odd, new Uint8Array())).toThrow('__proto__');
    expect(() => encodeProtobuf(Odd, {})).toThrow('__proto__');
  });
});

describe('damaged bytes', () => {
  const valid = fc
    .sample(arbitraryObject(Everything, 2), { numRuns: 20, seed: 1 })
    .map((o) => encodeProtobuf(Everything, o));

  it('of any kind are an object or an error, never a crash', () => {
    const damage = fc.record({
      which: fc.nat(valid.length - 1),
      flips: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { maxLength: 4 }),
      keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    });
    fc.assert(
      fc.property(damage, ({ which, flips, keep }) => {
        const bytes = Uint8Array.from(valid[which] ?? []);
        for (const [where, byte] of flips) bytes[Math.floor(where * (bytes.length - 1))] = byte;
        const result = decodeProtobuf(Everything, bytes.subarray(0, Math.floor(keep * bytes.length)));
        if (result.ok) expect(decodeProtobuf(Everything, encodeProtobuf(Everything, result.object))).toEqual(result);
        else expect(result.message).not.toBe('');
      }),
      { numRuns: 600 },
    );
  });

  it('of no origin at all are an object or an error, never a crash', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(typeof decodeProtobuf(Everything, bytes).ok).toBe('boolean');
        expect(typeof decodeProtobuf(Tree, bytes).ok).toBe('boolean');
      }),
      { numRuns: 600 },
    );
  });

  it('are refused wherever a message is cut within a field', () => {
    const bytes = encodeProtobuf(Sample, { text: 'text', labels: { a: 'b' }, part: { name: 'name' } });
    const accepted = Array.from(bytes.keys()).filter((end) => decodeProtobuf(Sample, bytes.subarray(0, end)).ok);
    // One cut for the end of each of the ten fields that are there, less the end of all, plus the empty message.
    expect(accepted).toHaveLength(10);
  });
});
