import { describe, expect, it } from '@jest/globals';

import { kind, message } from '../language/declare.ts';
import type { Message } from '../language/descriptor.ts';
import { field, inline, nullable, optional, required, requiredPointer, shown } from '../language/field.ts';
import {
  bool,
  bytes,
  double,
  duration,
  either,
  fieldsV1,
  int32,
  int64,
  intOrString,
  json,
  lazy,
  list,
  map,
  microTime,
  named,
  quantity,
  rawExtension,
  string,
  time,
} from '../language/shape.ts';
import type { JsonValue } from '../language/json-value.ts';
import { decodeJson } from './decode.ts';
import { ExactNumber } from '../formats/exact-number.ts';
import { parseJson } from './parse-json.ts';

const Port = message('test.v1.Port', {
  name: field(1, string),
  port: required(2, int32),
  target: field(3, intOrString),
});
const Source = message('test.v1.Source', { path: optional(1, string), ports: field(2, list(Port)) });
const Volume = message('test.v1.Volume', {
  name: required(1, string),
  source: inline(2, Source),
  size: optional(3, quantity),
});
const Meta = message('test.v1.Meta', {
  name: field(1, string),
  generation: field(2, int64),
  created: field(3, time),
  deleted: optional(4, time),
  labels: field(5, map(string)),
  finalizers: field(6, list(string)),
  owners: field(7, list(named('types.UID', string))),
});
const Spec = message('test.v1.Spec', {
  replicas: optional(1, int32),
  volumes: field(2, list(Volume)),
  paused: field(3, bool),
});
const Thing = kind('test.v1.Thing', { metadata: field(1, Meta), spec: field(2, Spec) });

function decode(declared: Message, text: string, onUnknown?: (path: string) => void): unknown {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  const decoded = decodeJson(declared, parsed.value, { onUnknown });
  return decoded.ok ? decoded.object : decoded.message;
}

function unknownIn(declared: Message, text: string): string[] {
  const paths: string[] = [];
  decode(declared, text, (path) => paths.push(path));
  return paths;
}

describe('decoding', () => {
  it('puts keys in declared order, kind and apiVersion first', () => {
    const text =
      '{"spec":{"paused":true,"replicas":0},"metadata":{"labels":{"b":"1","a":"2"},"name":"x"},"apiVersion":"v1","kind":"Thing"}';
    expect(JSON.stringify(decode(Thing, text))).toBe(
      '{"kind":"Thing","apiVersion":"v1","metadata":{"name":"x","created":null,"labels":{"b":"1","a":"2"}},"spec":{"replicas":0,"paused":true}}',
    );
  });

  it('makes the empty object of null and of nothing', () => {
    const empty = { metadata: { created: null }, spec: {} };
    expect(decode(Thing, 'null')).toEqual(empty);
    expect(decode(Thing, '{"spec":null,"metadata":null,"kind":null}')).toEqual(empty);
  });

  it('spreads inline fields in their place', () => {
    const text = '{"size":"1024Ki","path":"","name":"v","ports":[{"port":1}]}';
    expect(JSON.stringify(decode(Volume, text))).toBe(
      '{"name":"v","path":"","ports":[{"port":1,"target":0}],"size":"1Mi"}',
    );
  });

  it('matches keys by case', () => {
    expect(decode(Spec, '{"Paused":true}')).toEqual({});
    expect(unknownIn(Spec, '{"Paused":true}')).toEqual(['Paused']);
  });

  it('tells unknown fields by path and drops them', () => {
    const text =
      '{"x":1,"spec":{"replica":1,"volumes":[{"name":"a"},{"nmae":"b","ports":[{"prot":1}]}]},"metadata":{"labels":{"any":"thing"}}}';
    expect(unknownIn(Thing, text)).toEqual([
      'x',
      'spec.replica',
      'spec.volumes[1].nmae',
      'spec.volumes[1].ports[0].prot',
    ]);
    expect(JSON.stringify(decode(Thing, text))).not.toMatch(/replica"|nmae|prot"|x/);
  });

  it('tells of a hundred unknown fields and no more', () => {
    const text = JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, 1])));
    expect(unknownIn(Thing, text)).toHaveLength(100);
  });
});

describe('a field that is left out when empty', () => {
  const All = message('test.v1.All', {
    string: field(1, string),
    bool: field(2, bool),
    int: field(3, int32),
    long: field(4, int64),
    double: field(5, double),
    bytes: field(6, bytes),
    list: field(7, list(string)),
    map: field(8, map(string)),
  });

  it('is absent when zero', () => {
    const zeros = '{"string":"","bool":false,"int":0,"long":0,"double":0.0,"bytes":"","list":[],"map":{}}';
    expect(decode(All, zeros)).toEqual({});
    expect(decode(All, zeros.replace(/:\{\}|:[^,}]+/g, ':null'))).toEqual({});
  });

  it('is there when not', () => {
    const text = '{"string":"a","bool":true,"int":1,"long":2,"double":0.5,"bytes":"AA==","list":[""],"map":{"":""}}';
    expect(JSON.stringify(decode(All, text))).toBe(text);
  });

  it('is there even so when it is a structure', () => {
    const Solid = message('test.v1.Solid', {
      message: field(1, Spec),
      time: field(2, time),
      micro: field(3, microTime),
      quantity: field(4, quantity),
      either: field(5, intOrString),
      duration: field(6, duration),
      raw: field(7, rawExtension),
      any: field(8, json),
      set: field(9, fieldsV1),
    });
    const empty = {
      message: {},
      time: null,
      micro: null,
      quantity: '0',
      either: 0,
      duration: '0s',
      raw: null,
      any: null,
      set: null,
    };
    expect(decode(Solid, '{}')).toEqual(empty);
    expect(decode(Solid, JSON.stringify(empty))).toEqual(empty);
  });
});

describe('a pointer', () => {
  const Pointers = message('test.v1.Pointers', {
    string: optional(1, string),
    bool: optional(2, bool),
    int: optional(3, int32),
    spec: optional(4, Spec),
    time: optional(5, time),
    shownAsNull: nullable(6, string),
    needed: requiredPointer(7, Spec),
  });

  it('keeps zero apart from unset', () => {
    const text = '{"string":"","bool":false,"int":0,"spec":{},"shownAsNull":"","needed":{}}';
    expect(JSON.stringify(decode(Pointers, text))).toBe(text);
  });

  it('is absent or null when unset', () => {
    expect(decode(Pointers, '{"string":null,"spec":null,"time":null}')).toEqual({ shownAsNull: null, needed: null });
  });

  it('to the zero time is unset', () => {
    expect(decode(Pointers, '{"time":"0001-01-01T00:00:00Z"}')).toEqual({ shownAsNull: null, needed: null });
  });
});

describe('a field that is always written', () => {
  const Always = message('test.v1.Always', {
    string: required(1, string),
    bool: shown(2, bool),
    int: required(3, int32),
    list: required(4, list(string)),
    map: shown(5, map(string)),
    bytes: required(6, bytes),
    spec: required(7, Spec),
  });

  it('shows its zero value; lists, maps and bytes are null', () => {
    const empty = { string: '', bool: false, int: 0, list: null, map: null, bytes: null, spec: {} };
    expect(decode(Always, '{}')).toEqual(empty);
    expect(decode(Always, '{"list":[],"map":{},"bytes":"","spec":null}')).toEqual(empty);
  });
});

describe('null within a list or map', () => {
  it('is the zero value of its type', () => {
    const Holder = message('test.v1.Holder', {
      strings: field(1, list(string)),
      ports: field(2, list(Port)),
      amounts: field(3, map(quantity)),
      data: field(4, map(bytes)),
      lists: field(5, map(list(string))),
    });
    const text = '{"strings":[null,"a"],"ports":[null],"amounts":{"a":null},"data":{"a":null},"lists":{"a":null}}';
    expect(decode(Holder, text)).toEqual({
      strings: ['', 'a'],
      ports: [{ port: 0, target: 0 }],
      amounts: { a: '0' },
      data: { a: '' },
      lists: { a: [] },
    });
  });
});

describe('a value of the wrong type', () => {
  it.each([
    ['[]', 'Go value of type v1.Thing', 'array'],
    ['"x"', 'Go value of type v1.Thing', 'string'],
    ['{"kind":1}', 'Go struct field Thing.kind of type string', 'number'],
    ['{"metadata":"x"}', 'Go struct field Thing.metadata of type v1.Meta', 'string'],
    ['{"metadata":{"name":5}}', 'Go struct field Meta.metadata.name of type string', 'number'],
    ['{"metadata":{"name":{}}}', 'Go struct field Meta.metadata.name of type string', 'object'],
    ['{"metadata":{"created":5}}', 'Go struct field Meta.metadata.created of type string', 'number'],
    ['{"metadata":{"generation":"1"}}', 'Go struct field Meta.metadata.generation of type int64', 'string'],
    ['{"metadata":{"generation":1.5}}', 'Go struct field Meta.metadata.generation of type int64', 'number 1.5'],
    ['{"metadata":{"labels":[]}}', 'Go struct field Meta.metadata.labels of type map[string]string', 'array'],
    ['{"metadata":{"labels":{"a":1}}}', 'Go struct field Meta.metadata.labels of type string', 'number'],
    ['{"metadata":{"finalizers":"x"}}', 'Go struct field Meta.metadata.finalizers of type []string', 'string'],
    ['{"metadata":{"finalizers":[true]}}', 'Go struct field Meta.metadata.finalizers of type string', 'bool'],
    ['{"metadata":{"owners":{}}}', 'Go struct field Meta.metadata.owners of type []types.UID', 'object'],
    ['{"metadata":{"owners":[1]}}', 'Go struct field Meta.metadata.owners of type types.UID', 'number'],
    ['{"spec":{"volumes":{}}}', 'Go struct field Spec.spec.volumes of type []v1.Volume', 'object'],
    ['{"spec":{"volumes":["x"]}}', 'Go struct field Spec.spec.volumes of type v1.Volume', 'string'],
    ['{"spec":{"volumes":[{"path":1}]}}', 'Go struct field Volume.spec.volumes.path of type string', 'number'],
    [
      '{"spec":{"volumes":[{"ports":[{"port":"1"}]}]}}',
      'Go struct field Port.spec.volumes.ports.port of type int32',
      'string',
    ],
    [
      '{"spec":{"volumes":[{"ports":[{"target":1.5}]}]}}',
      'Go struct field Port.spec.volumes.ports.target of type int32',
      'number 1.5',
    ],
    ['{"spec":{"paused":"true"}}', 'Go struct field Spec.spec.paused of type bool', 'string'],
  ])('is told with its place: %s', (text, place, given) => {
    expect(decode(Thing, text)).toBe(`json: cannot unmarshal ${given} into ${place}`);
  });

  it('is told for the first one in the document', () => {
    expect(decode(Thing, '{"spec":{"paused":1},"metadata":{"name":1}}')).toMatch(/Spec.spec.paused/);
  });

  it.each([
    ['map of messages', map(Port), 'map[string]v1.Port'],
    ['map of quantities', map(quantity), 'map[string]resource.Quantity'],
    ['map of bytes', map(bytes), 'map[string][]uint8'],
    ['map of lists', map(list(string)), 'map[string][]string'],
    ['bytes', bytes, '[]uint8'],
    ['double', double, 'float64'],
    ['list of numbers', list(int32), '[]int32'],
  ])('names the type of a %s', (_, shape, name) => {
    const Holder = message('test.v1.Holder', { a: field(1, shape) });
    expect(decode(Holder, '{"a":true}')).toBe(
      `json: cannot unmarshal bool into Go struct field Holder.a of type ${name}`,
    );
  });
});

describe('whole numbers', () => {
  const Numbers = message('test.v1.Numbers', { a: optional(1, int32), b: optional(2, int64), c: optional(3, double) });

  it.each(['2147483647', '-2147483648', '0'])('of 32 bits: %s', (text) => {
    expect(decode(Numbers, `{"a":${text}}`)).toEqual({ a: Number(text) });
  });

  it.each(['2147483648', '-2147483649', '3000000000', '2.0', '2e0', '1.5', '1e999', '9'.repeat(400)])(
    'beyond 32 bits or unusual: %s',
    (text) => {
      expect(decode(Numbers, `{"a":${text}}`)).toBe(
        `json: cannot unmarshal number ${text} into Go struct field Numbers.a of type int32`,
      );
    },
  );

  it('of 64 bits are exact', () => {
    expect(decode(Numbers, '{"b":9223372036854775807}')).toEqual({ b: 9223372036854775807n });
    expect(decode(Numbers, '{"b":-9223372036854775808}')).toEqual({ b: -9223372036854775808n });
    expect(decode(Numbers, '{"b":9007199254740991}')).toEqual({ b: 9007199254740991 });
    expect(decode(Numbers, '{"b":1234567890123456800}')).toEqual({ b: 1234567890123456800n });
    expect(decode(Numbers, '{"a":-0,"b":-0}')).toEqual({ a: 0, b: 0 });
  });

  it.each(['9223372036854775808', '-9223372036854775809', '1e3', '1.0'])('beyond 64 bits or unusual: %s', (text) => {
    expect(decode(Numbers, `{"b":${text}}`)).toBe(
      `json: cannot unmarshal number ${text} into Go struct field Numbers.b of type int64`,
    );
  });

  it('need not be whole where fractions are allowed', () => {
    expect(decode(Numbers, '{"c":1.50}')).toEqual({ c: 1.5 });
    expect(decode(Numbers, '{"c":18446744073709551616}')).toEqual({ c: 2 ** 64 });
    expect(decode(Numbers, '{"c":1e999}')).toMatch(/cannot unmarshal number 1e999 .* of type float64/);
  });
});

describe('texts with a form', () => {
  const Formed = message('test.v1.Formed', {
    time: optional(1, time),
    micro: optional(2, microTime),
    duration: optional(3, duration),
    quantity: optional(4, quantity),
    bytes: optional(5, bytes),
    either: optional(6, intOrString),
  });

  it('become canonical', () => {
    const text =
      '{"time":"2022-01-01T01:00:00.5+01:00","micro":"2022-01-01T01:00:00.500000+01:00","duration":"90m","quantity":"1000m","bytes":"aGVs\\nbG8=","either":"80%"}';
    expect(decode(Formed, text)).toEqual({
      time: '2022-01-01T00:00:00Z',
      micro: '2022-01-01T00:00:00.500000Z',
      duration: '1h30m0s',
      quantity: '1',
      bytes: 'aGVsbG8=',
      either: '80%',
    });
  });

  it.each([
    ['0.5', '500m'],
    ['1e3', '1e3'],
    ['1000', '1k'],
    ['" 5 "', '5'],
    ['1.500', '1.500'],
  ])('take a number as a quantity: %s', (given, canonical) => {
    expect(decode(Formed, `{"quantity":${given}}`)).toEqual({ quantity: canonical });
  });

  it.each([
    [
      '{"time":"yesterday"}',
      'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
    ],
    ['{"duration":"1x"}', 'time: unknown unit "x" in duration "1x"'],
    ['{"quantity":"lots"}', /^quantities must match/],
    ['{"quantity":""}', /^quantities must match/],
    ['{"quantity":true}', /^quantities must match/],
    ['{"bytes":"!"}', 'illegal base64 data at input byte 0'],
    [
      '{"either":3000000000}',
      'json: cannot unmarshal number 3000000000 into Go struct field Formed.either of type int32',
    ],
    ['{"either":{}}', 'json: cannot unmarshal object into Go struct field Formed.either of type int32'],
    ['{"bytes":[256]}', 'json: cannot unmarshal number 256 into Go struct field Formed.bytes of type uint8'],
  ])('are refused: %s', (text, message_) => {
    const answer = decode(Formed, text);
    if (typeof message_ === 'string') expect(answer).toBe(message_);
    else expect(answer).toMatch(message_);
  });

  it('take bytes as a list of numbers', () => {
    expect(decode(Formed, '{"bytes":[104,105,null]}')).toEqual({ bytes: 'aGkA' });
  });
});

describe('free-form values', () => {
  it('are kept as they are', () => {
    const Free = message('test.v1.Free', {
      set: field(1, fieldsV1),
      raw: field(2, rawExtension),
      any: optional(3, json),
      list: field(4, list(json)),
    });
    expect(decode(Free, '{"set":{"f:a":{}},"raw":{"b":1,"a":null},"any":1.0,"list":[null,1]}')).toEqual({
      set: { 'f:a': {} },
      raw: { b: 1, a: null },
      any: new ExactNumber('1.0'),
      list: [null, 1],
    });
  });
});

describe('alternatives', () => {
  const Schema: Message = message('test.v1.Schema', {
    type: field(1, string),
    items: optional(
      2,
      either(() => Schema, 'messageList'),
    ),
    additional: optional(
      3,
      either(() => Schema, 'bool'),
    ),
    dependencies: field(4, map(either(() => Schema, 'stringList'))),
  });

  it('take either form', () => {
    const text = '{"items":{"type":"a"},"additional":false,"dependencies":{"a":["b"],"c":{"type":"d"}}}';
    expect(JSON.stringify(decode(Schema, text))).toBe(text);
    const other = '{"items":[{"type":"a"},{}],"additional":{"items":{}}}';
    expect(JSON.stringify(decode(Schema, other))).toBe(other);
  });

  it('are nothing when they are an empty list', () => {
    expect(decode(Schema, '{"items":[],"dependencies":{"a":[]}}')).toEqual({ dependencies: { a: null } });
  });

  it('refuse what is neither a message nor a bool', () => {
    expect(decode(Schema, '{"additional":"x"}')).toBe('boolean or JSON schema expected');
  });

  it('name only the field that holds them', () => {
    expect(decode(Schema, '{"items":{"items":{"type":1}}}')).toBe(
      'json: cannot unmarshal number into Go struct field Schema.items of type string',
    );
  });

  it('tell their unknown fields', () => {
    expect(unknownIn(Schema, '{"items":[{},{"x":1}],"additional":{"y":1}}')).toEqual(['items[1].x', 'additional.y']);
  });
});

describe('what came from outside', () => {
  it('is data, whatever its keys are called', () => {
    const text = '{"metadata":{"labels":{"__proto__":"a","constructor":"b","toString":"c"}}}';
    const thing = decode(Thing, text) as { metadata: { labels: Record<string, string> } };
    expect(Object.entries(thing.metadata.labels)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString', 'c'],
    ]);
    expect(Object.getPrototypeOf(thing.metadata.labels)).toBe(Object.prototype);
  });

  it('is unknown when the prototype has it but the message has not', () => {
    expect(unknownIn(Spec, '{"__proto__":{"paused":true},"constructor":1,"toString":2}')).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ]);
    expect(decode(Spec, '{"__proto__":{"paused":true}}')).toEqual({});
  });

  it('may contain itself up to a depth that every reader can walk', () => {
    const Tree: Message = message('test.v1.Tree', {
      child: optional(
        1,
        lazy(() => Tree),
      ),
      children: field(2, list(lazy(() => Tree))),
    });
    const chain = (depth: number) => '{"child":'.repeat(depth) + '{}' + '}'.repeat(depth);
    expect(JSON.stringify(decode(Tree, chain(499)))).toBe(chain(499));
    const deeper = JSON.parse(chain(500)) as JsonValue;
    expect(decodeJson(Tree, deeper)).toEqual({ ok: false, message: 'json: exceeded max depth of 500 messages' });
  });
});
