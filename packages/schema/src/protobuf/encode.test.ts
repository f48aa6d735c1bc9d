import { describe, expect, it } from '@jest/globals';

import { message } from '../language/declare.ts';
import type { Field } from '../language/descriptor.ts';
import { field, inline, optional, required } from '../language/field.ts';
import * as shapes from '../language/shape.ts';
import { encodeProtobuf } from './encode.ts';

function hexOf(fields: Record<string, Field>, object: object): string {
  return Buffer.from(encodeProtobuf(message('test.Message', fields), object)).toString('hex');
}

const Part = message('test.Part', { name: field(1, shapes.string), count: optional(2, shapes.int32) });

describe('what is written', () => {
  it('has values that are not pointers even when they are zero, and in the order of their numbers', () => {
    const fields = { c: field(3, shapes.bool), a: field(1, shapes.string), b: required(2, shapes.int32) };
    expect(hexOf(fields, {})).toBe('0a0010001800');
    expect(hexOf(fields, { a: 'x', b: 5, c: true })).toBe('0a017810051801');
  });

  it('has pointers only when they are set, zero included', () => {
    const fields = { a: optional(1, shapes.string), b: optional(2, shapes.int32), c: optional(3, Part) };
    expect(hexOf(fields, {})).toBe('');
    expect(hexOf(fields, { a: null, b: null, c: null })).toBe('');
    expect(hexOf(fields, { a: '', b: 0, c: {} })).toBe('0a0010001a020a00');
  });

  it('has nested messages that are not pointers even when they are empty', () => {
    expect(hexOf({ part: field(1, Part) }, {})).toBe('0a020a00');
  });

  it('has bytes, lists and maps only when they hold something', () => {
    const fields = {
      bytes: field(1, shapes.bytes),
      list: required(2, shapes.list(shapes.string)),
      map: field(3, shapes.map(shapes.string)),
    };
    expect(hexOf(fields, { bytes: '', list: [], map: {} })).toBe('');
    expect(hexOf(fields, { bytes: null, list: null, map: null })).toBe('');
    expect(hexOf(fields, { bytes: 'AP8=', list: [''], map: { a: '' } })).toBe('0a0200ff12001a050a01611200');
  });

  it('has a field without a number in JSON only', () => {
    expect(hexOf({ cells: field(0, shapes.string), a: field(1, shapes.string) }, { cells: 'x', a: 'y' })).toBe(
      '0a0179',
    );
  });

  it('has the fields of an inline message nested, whether any is set or not', () => {
    const fields = { id: field(1, shapes.string), part: inline(2, Part) };
    expect(hexOf(fields, { id: 'a', name: 'b', count: 1 })).toBe('0a016112050a01621001');
    expect(hexOf(fields, { id: 'a' })).toBe('0a016112020a00');
  });

  it('takes nothing from what every object inherits', () => {
    expect(hexOf({ constructor: optional(1, shapes.string), toString: optional(2, Part) }, {})).toBe('');
  });
});

describe('numbers', () => {
  it('are written in ten bytes when negative', () => {
    expect(hexOf({ a: field(1, shapes.int32) }, { a: -1 })).toBe('08ffffffffffffffffff01');
    expect(hexOf({ a: field(1, shapes.int64) }, { a: -2 })).toBe('08feffffffffffffffff01');
  });

  it('are exact to the ends of int64', () => {
    const fields = { a: field(1, shapes.int64) };
    expect(hexOf(fields, { a: 2n ** 63n - 1n })).toBe('08ffffffffffffffff7f');
    expect(hexOf(fields, { a: -(2n ** 63n) })).toBe('0880808080808080808001');
    expect(hexOf(fields, { a: 2 ** 32 })).toBe('088080808010');
    expect(hexOf(fields, { a: 2 ** 35 - 1 })).toBe('08ffffffff7f');
  });

  it('are unpacked in lists', () => {
    expect(hexOf({ a: field(1, shapes.list(shapes.int32)) }, { a: [1, 300] })).toBe('080108ac02');
  });

  it('that are doubles take eight bytes', () => {
    expect(hexOf({ a: field(1, shapes.double) }, { a: 1.5 })).toBe('09000000000000f83f');
  });
});

describe('special forms', () => {
  it.each([
    ['a time, its nanoseconds always 0', shapes.time, '1970-01-01T00:00:10Z', '0a04080a1000'],
    ['the zero time as an empty message', shapes.time, null, '0a00'],
    ['a time to the microsecond', shapes.microTime, '1970-01-01T00:00:10.000001Z', '0a05080a10e807'],
    ['a duration in nanoseconds', shapes.duration, '1µs', '0a0308e807'],
    ['a quantity as text', shapes.quantity, '250m', '0a060a043235306d'],
    ['a number in all three fields', shapes.intOrString, 80, '0a06080010501a00'],
    ['a string in all three fields', shapes.intOrString, 'a', '0a07080110001a0161'],
    [
      'free-form JSON as compact text, keys in their order',
      shapes.rawExtension,
      { b: 1, a: [] },
      '0a100a0e7b2262223a312c2261223a5b5d7d',
    ],
    ['no free-form JSON as an empty message', shapes.fieldsV1, null, '0a00'],
    ['true, where there could be a message', shapes.either(() => Part, 'bool'), true, '0a020801'],
    ['a message, where there could be true', shapes.either(() => Part, 'bool'), { name: 'a' }, '0a07080112030a0161'],
    ['a list, where there could be a message', shapes.either(() => Part, 'stringList'), ['a'], '0a03120161'],
    [
      'a message, where there could be a list',
      shapes.either(() => Part, 'messageList'),
      { name: 'a' },
      '0a050a030a0161',
    ],
  ] as const)('have %s', (_, shape, value, hex) => {
    expect(hexOf({ a: field(1, shape) }, { a: value })).toBe(hex);
  });

  it('have their zero value where there is none', () => {
    const fields = {
      quantity: field(1, shapes.quantity),
      port: field(2, shapes.intOrString),
      duration: field(3, shapes.duration),
      time: field(4, shapes.time),
    };
    expect(hexOf(fields, {})).toBe('0a030a01301206080010001a001a0208002200');
  });

  it('have a wrapped list as a message, which is left out only when the list is null', () => {
    const fields = { verbs: required(1, shapes.list(shapes.string, { isWrapped: true })) };
    expect(hexOf(fields, { verbs: ['a', 'b'] })).toBe('0a060a01610a0162');
    expect(hexOf(fields, { verbs: [] })).toBe('0a00');
    expect(hexOf(fields, { verbs: null })).toBe('');
  });
});

describe('maps', () => {
  const fields = { a: field(1, shapes.map(shapes.string)) };

  it('are sorted by the bytes of their keys', () => {
    const same = hexOf(fields, { a: { b: '', a: '', B: '', '10': '', '9': '' } });
    expect(same).toBe(['3130', '39', '42', '61', '62'].map((key) => entry(key)).join(''));
    const surrogates = hexOf(fields, { a: { '\u{1f600}': '', '\uffff': '' } });
    expect(surrogates).toBe(entry('efbfbf') + entry('f09f9880'));
  });

  it('may have any key', () => {
    expect(hexOf(fields, { a: JSON.parse('{"__proto__":"x"}') as object })).toBe('0a0e0a095f5f70726f746f5f5f120178');
  });

  it('have an entry without a value where bytes are null', () => {
    const data = { a: field(1, shapes.map(shapes.bytes)) };
    expect(hexOf(data, { a: { k: null, l: '' } })).toBe('0a030a016b0a050a016c1200');
  });

  function entry(key: string): string {
    const length = key.length / 2;
    return Buffer.from([10, length + 4, 10, length]).toString('hex') + key + '1200';
  }
});

describe('strings', () => {
  const fields = { a: field(1, shapes.string) };

  it('are UTF-8, with U+FFFD for a lone surrogate', () => {
    expect(hexOf(fields, { a: 'é\u{1f600}' })).toBe('0a06c3a9f09f9880');
    expect(hexOf(fields, { a: '\ud800' })).toBe('0a03efbfbd');
  });

  it('may be longer than the buffer', () => {
    const long = 'ü'.repeat(100_000);
    const bytes = Buffer.from(encodeProtobuf(message('test.Long', fields), { a: long }));
    expect(bytes.subarray(0, 4).toString('hex')).toBe('0ac09a0c');
    expect(bytes.subarray(4).toString()).toBe(long);
  });
});

describe('an object that is not what its message declares', () => {
  it.each([
    ['a number for a string', shapes.string, 5],
    ['a string for a number', shapes.int32, '5'],
    ['a fraction for a whole number', shapes.int64, 1.5],
    ['a number beyond int32', shapes.int32, 2 ** 31],
    ['a number beyond int64', shapes.int64, 2n ** 63n],
    ['what is no number', shapes.double, Number.NaN],
    ['a string for a bool', shapes.bool, 'true'],
    ['a number for bytes', shapes.bytes, 5],
    ['a list for a message', shapes.toShape(Part), []],
    ['a string for a list', shapes.list(shapes.string), 'a'],
    ['a string for a map', shapes.map(shapes.string), 'a'],
    ['text that is no time', shapes.time, 'yesterday'],
    ['text that is no duration', shapes.duration, 'long'],
  ] as const)('is refused: %s', (_, shape, value) => {
    expect(() => hexOf({ a: field(1, shape) }, { a: value })).toThrow(TypeError);
  });

  it('leaves nothing behind for the next one', () => {
    const fields = { a: field(1, shapes.string), z: field(2, shapes.string) };
    expect(() => hexOf(fields, { a: 5, z: 'written first' })).toThrow(TypeError);
    expect(hexOf(fields, {})).toBe('0a001200');
  });
});
