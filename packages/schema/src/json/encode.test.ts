import { describe, expect, it } from '@jest/globals';

import { kind, message } from '../language/declare.ts';
import type { Message } from '../language/descriptor.ts';
import { field, inline, optional, required, requiredPointer } from '../language/field.ts';
import {
  bool,
  bytes,
  double,
  either,
  int32,
  int64,
  intOrString,
  json,
  list,
  map,
  string,
  time,
} from '../language/shape.ts';
import { encodeJson } from './encode.ts';
import { ExactNumber } from '../formats/exact-number.ts';

const Inner = message('test.v1.Inner', { a: optional(1, string), b: field(2, int32) });
const Outer = kind('test.v1.Outer', {
  name: field(1, string),
  inner: inline(2, Inner),
  big: optional(3, int64),
  list: required(4, list(Inner)),
  data: field(5, map(bytes)),
  any: field(6, json),
  when: field(7, time),
  on: field(8, bool),
});

describe('encoding', () => {
  it('writes declared order, however the object is ordered', () => {
    const object = { on: true, list: [{ b: 1, a: '' }], b: 5, name: 'x', apiVersion: 'v1', kind: 'Outer' };
    expect(encodeJson(Outer, object)).toBe(
      '{"kind":"Outer","apiVersion":"v1","name":"x","b":5,"list":[{"a":"","b":1}],"any":null,"when":null,"on":true}',
    );
  });

  it('leaves out what is empty and writes what always has to be there', () => {
    const empty = '{"list":null,"any":null,"when":null}';
    expect(encodeJson(Outer, {})).toBe(empty);
    expect(encodeJson(Outer, { name: '', b: 0, list: [], data: {}, on: false, extra: 1 })).toBe(empty);
  });

  it('sorts maps by the bytes of their keys', () => {
    const data = { b: 'AA==', a: 'AQ==', '\u{1f600}': '', '\uff5e': '' };
    expect(encodeJson(Outer, { data })).toContain('"data":{"a":"AQ==","b":"AA==","\uff5e":"","\u{1f600}":""}');
  });

  it('writes whole numbers and unusual ones exactly', () => {
    const object = { big: 9223372036854775807n, any: { z: [1n, new ExactNumber('1.0')], a: null } };
    expect(encodeJson(Outer, object)).toBe(
      '{"big":9223372036854775807,"list":null,"any":{"z":[1,1.0],"a":null},"when":null}',
    );
  });

  it('escapes what JSON has to escape', () => {
    const name = 'a"\\\n\u0001\u007f\u2028<>&\u00e9\u{1f600}';
    expect(encodeJson(Outer, { name })).toContain(`"name":${JSON.stringify(name)},`);
  });

  it('writes alternatives and either type of an integer or string', () => {
    const Schema: Message = message('test.v1.Schema', {
      port: field(1, intOrString),
      items: optional(
        2,
        either(() => Schema, 'messageList'),
      ),
      more: optional(
        3,
        either(() => Schema, 'bool'),
      ),
      names: field(4, map(either(() => Schema, 'stringList'))),
      ratio: optional(5, double),
      needed: requiredPointer(6, Inner),
    });
    const object = { port: '80%', items: [{ port: 1 }], more: false, names: { b: ['x'], a: null }, ratio: 1e21 };
    expect(encodeJson(Schema, object)).toBe(
      '{"port":"80%","items":[{"port":1,"needed":null}],"more":false,"names":{"a":null,"b":["x"]},"ratio":1e+21,"needed":null}',
    );
    expect(encodeJson(Schema, { items: {} })).toBe('{"port":0,"items":{"port":0,"needed":null},"needed":null}');
  });

  it("takes only what is the object's own", () => {
    expect(encodeJson(Inner, Object.create({ a: 'inherited' }) as object)).toBe('{}');
  });

  it('does not take what every object inherits for a field', () => {
    const Odd = message('test.v1.Odd', { constructor: optional(1, string), toString: field(2, string) });
    expect(encodeJson(Odd, {})).toBe('{}');
    expect(encodeJson(Odd, Object.fromEntries([['toString', 'x']]))).toBe('{"toString":"x"}');
  });
});
