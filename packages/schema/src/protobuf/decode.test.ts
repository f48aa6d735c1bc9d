import { describe, expect, it } from '@jest/globals';

import { kind, message } from '../language/declare.ts';
import type { Field } from '../language/descriptor.ts';
import { field, inline, nullable, optional, required, requiredPointer } from '../language/field.ts';
import * as shapes from '../language/shape.ts';
import { decodeProtobuf } from './decode.ts';

function decode(fields: Record<string, Field>, hex: string): unknown {
  const result = decodeProtobuf(message('test.Message', fields), Buffer.from(hex, 'hex'));
  if (!result.ok) throw new Error(result.message);
  return result.object;
}

const Part = message('test.Part', { name: field(1, shapes.string), count: optional(2, shapes.int32) });

describe('the decoded object', () => {
  it('has its keys in declared order, whatever the order on the wire', () => {
    const fields = {
      b: field(2, shapes.string),
      a: field(1, shapes.string),
      c: required(3, shapes.list(shapes.string)),
    };
    expect(JSON.stringify(decode(fields, '1a01780a0161120162'))).toBe('{"b":"b","a":"a","c":["x"]}');
  });

  it('leaves out values that are zero unless they are always written', () => {
    const fields = { a: field(1, shapes.string), b: required(2, shapes.int32), c: field(3, shapes.bool) };
    expect(decode(fields, '0a0010001800')).toEqual({ b: 0 });
    expect(decode(fields, '')).toEqual({ b: 0 });
  });

  it('keeps the zero of a pointer', () => {
    expect(decode({ a: optional(1, shapes.string), b: optional(2, shapes.bool) }, '0a001000')).toEqual({
      a: '',
      b: false,
    });
  });

  it('shows null for what is always written and has no zero value of its own', () => {
    const fields = {
      list: required(1, shapes.list(shapes.string)),
      map: required(2, shapes.map(shapes.string)),
      bytes: required(3, shapes.bytes),
      pointer: requiredPointer(4, Part),
      number: nullable(5, shapes.int32),
      verbs: required(6, shapes.list(shapes.string, { isWrapped: true })),
    };
    expect(decode(fields, '')).toEqual({
      list: null,
      map: null,
      bytes: null,
      pointer: null,
      number: null,
      verbs: null,
    });
    expect(decode(fields, '3200')).toHaveProperty('verbs', []);
  });

  it('shows the values that JSON never leaves out', () => {
    const fields = {
      part: field(1, Part),
      quantity: field(2, shapes.quantity),
      port: field(3, shapes.intOrString),
      period: field(4, shapes.duration),
      at: field(5, shapes.time),
      any: field(6, shapes.json),
    };
    expect(decode(fields, '')).toEqual({ part: {}, quantity: '0', port: 0, period: '0s', at: null, any: null });
  });

  it('has the fields of an inline message in its place', () => {
    const fields = { id: field(1, shapes.string), part: inline(2, Part), end: field(3, shapes.string) };
    expect(JSON.stringify(decode(fields, '1a017a12050a016210010a0161'))).toBe(
      '{"id":"a","name":"b","count":1,"end":"z"}',
    );
  });

  it('begins with what the envelope said, when that is given', () => {
    const Thing = kind('test.Thing', { name: field(1, shapes.string) });
    const typeMeta = { apiVersion: 'test/v1', kind: 'Thing' };
    const result = decodeProtobuf(Thing, Buffer.from('0a0161', 'hex'), { typeMeta });
    expect(JSON.stringify(result.ok && result.object)).toBe('{"kind":"Thing","apiVersion":"test/v1","name":"a"}');
  });
});

describe('what the wire may do', () => {
  it('may have fields that nobody knows', () => {
    const unknown = ['f80701', 'f90700000000000000ff', 'fa070161', 'fd0700000000', '808080800800'].join('');
    expect(decode({ a: field(1, shapes.string) }, unknown + '0a0161')).toEqual({ a: 'a' });
  });

  it('may send a value again: the last one counts, zero too', () => {
    expect(decode({ a: field(1, shapes.string) }, '0a01610a0162')).toEqual({ a: 'b' });
    expect(decode({ a: field(1, shapes.string) }, '0a01610a00')).toEqual({});
  });

  it('may send a message in parts, which are merged', () => {
    const Outer = message('test.Outer', { part: field(1, Part), list: field(2, shapes.list(Part)) });
    expect(decode({ outer: optional(1, Outer) }, '0a070a050a0161100112000a040a021002')).toEqual({
      outer: { part: { name: 'a', count: 2 } },
    });
    expect(decode({ outer: optional(1, Outer) }, '0a0412020a000a0412020a00')).toEqual({
      outer: { part: {}, list: [{}, {}] },
    });
  });

  it('may pack numbers, in one field or several', () => {
    const fields = { a: field(1, shapes.list(shapes.int32)), d: field(2, shapes.list(shapes.double)) };
    expect(decode(fields, '0a0301ac0208050a0107')).toEqual({ a: [1, 300, 5, 7] });
    expect(decode(fields, '1210000000000000f83f000000000000f03f')).toEqual({ d: [1.5, 1] });
  });

  it('may have varints with more bytes than needed', () => {
    expect(decode({ a: field(1, shapes.string), b: field(2, shapes.int32) }, '8a0081006190808000858000')).toEqual({
      a: 'a',
      b: 5,
    });
  });

  it('may leave out the key or the value of a map entry', () => {
    expect(decode({ a: field(1, shapes.map(shapes.string)) }, '0a030a016b0a00')).toEqual({
      a: { k: '', '': '' },
    });
    expect(decode({ a: field(1, shapes.map(Part)) }, '0a030a016b')).toEqual({ a: { k: {} } });
    expect(decode({ a: field(1, shapes.map(shapes.quantity)) }, '0a030a016b')).toEqual({ a: { k: '0' } });
  });
});

describe('numbers', () => {
  it('are bigint where a number would be rounded', () => {
    const fields = { a: field(1, shapes.int64) };
    expect(decode(fields, '08ffffffffffffffff7f')).toEqual({ a: 2n ** 63n - 1n });
    expect(decode(fields, '0880808080808080808001')).toEqual({ a: -(2n ** 63n) });
    expect(decode(fields, '08ffffffffffffff0f')).toEqual({ a: Number.MAX_SAFE_INTEGER });
    expect(decode(fields, '088080808080808010')).toEqual({ a: 2n ** 53n });
    expect(decode(fields, '08feffffffffffffffff01')).toEqual({ a: -2 });
  });

  it('that are int32 keep their lower 32 bits', () => {
    expect(decode({ a: field(1, shapes.int32) }, '08ffffffffffffffffff01')).toEqual({ a: -1 });
    expect(decode({ a: field(1, shapes.int32) }, '08ffffffff0f')).toEqual({ a: -1 });
    expect(decode({ a: field(1, shapes.int32) }, '088580808010')).toEqual({ a: 5 });
  });
});

describe('special forms', () => {
  it('have a time of the wire to the second, and none before it is set', () => {
    const fields = { at: field(1, shapes.time), micro: field(2, shapes.microTime) };
    expect(decode(fields, '0a06080a10ffac011207080a10ffac9e03')).toEqual({
      at: '1970-01-01T00:00:10Z',
      micro: '1970-01-01T00:00:10.006788Z',
    });
    expect(decode(fields, '0a020800')).toEqual({ at: '1970-01-01T00:00:00Z', micro: null });
    expect(decode(fields, '0a0b088092b8c398feffffff01')).toEqual({ at: null, micro: null });
  });

  it('have quantities in canonical form', () => {
    const fields = { a: field(1, shapes.quantity) };
    expect(decode(fields, '0a080a06313032344d69')).toEqual({ a: '1Gi' });
    expect(decode(fields, '0a020a00')).toEqual({ a: '0' });
  });

  it('have free-form JSON parsed, with its keys in their order', () => {
    const text = '{"b":1,"a":null}';
    const hex = Buffer.concat([Buffer.from([10, text.length + 2, 10, text.length]), Buffer.from(text)]).toString('hex');
    expect(JSON.stringify(decode({ a: field(1, shapes.rawExtension) }, hex))).toBe(`{"a":${text}}`);
  });

  it('have a pointer to nothing as no pointer at all', () => {
    const fields = {
      a: optional(1, shapes.rawExtension),
      b: optional(2, shapes.time),
      c: optional(
        3,
        shapes.either(() => Part, 'messageList'),
      ),
    };
    expect(decode(fields, '0a0012001a00')).toEqual({});
  });
});

describe('strings', () => {
  it('are the same whatever their length and wherever they are', () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `${index}`.repeat((index % 7) + 1));
    const bytes = Buffer.concat(
      texts.map((text) => Buffer.concat([Buffer.from([10, text.length]), Buffer.from(text)])),
    );
    expect(decode({ a: field(1, shapes.list(shapes.string)) }, bytes.toString('hex'))).toEqual({ a: texts });
  });

  it('keep a byte order mark', () => {
    expect(decode({ a: field(1, shapes.string) }, '0a04efbbbf61')).toEqual({ a: '\ufeffa' });
  });

  it('are read from the middle of a larger buffer', () => {
    const whole = Buffer.from('ffff0a0161ffff', 'hex');
    const Named = message('test.Named', { a: field(1, shapes.string) });
    expect(decodeProtobuf(Named, new Uint8Array(whole.buffer, whole.byteOffset + 2, 3))).toEqual({
      ok: true,
      object: { a: 'a' },
    });
  });
});
