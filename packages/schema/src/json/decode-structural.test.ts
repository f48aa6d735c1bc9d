import { describe, expect, it } from '@jest/globals';

import { decodeJson } from './decode.ts';
import { message } from '../language/declare.ts';
import { field } from '../language/field.ts';
import { string } from '../language/shape.ts';
import { encodeJson } from './encode.ts';
import { ExactNumber } from '../formats/exact-number.ts';
import { parseJson } from './parse-json.ts';
import type { StructuralSchema } from '../language/structural-schema.ts';
import { pruneStructural } from './prune-structural.ts';
import { encodeProtobuf } from '../protobuf/encode.ts';
import { customKind, withSpec } from '../testing/custom-kind.ts';

const head = '"apiVersion":"example.com/v1","kind":"Widget","metadata":{"creationTimestamp":null}';

function read(schema: StructuralSchema, text: string): { text: string; unknown: string[] } {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  const unknown: string[] = [];
  const declared = customKind(schema);
  const decoded = decodeJson(declared, parsed.value, { onUnknown: (path) => unknown.push(path) });
  return { text: decoded.ok ? encodeJson(declared, decoded.object) : decoded.message, unknown };
}

const readSpec = (spec: StructuralSchema, text: string) => {
  const { text: found, unknown } = read(withSpec(spec), `{${head},"spec":${text}}`);
  return { spec: found.startsWith('{') ? found.slice(head.length + 9, -1) : found, unknown };
};

const text: StructuralSchema = { type: 'string' };
const keepUnknown = { 'x-kubernetes-preserve-unknown-fields': true };

describe('pruning', () => {
  it('drops fields that the schema does not specify, at any depth, and reports them in order', () => {
    const schema: StructuralSchema = {
      type: 'object',
      properties: {
        a: text,
        list: { type: 'array', items: { type: 'object', properties: { b: text } } },
        map: { type: 'object', additionalProperties: { type: 'object', properties: { c: text } } },
      },
    };
    const given = '{"z":1,"a":"x","list":[{"b":"y","x":1},{"w":2}],"map":{"k":{"c":"z","v":{}}}}';
    expect(readSpec(schema, given)).toEqual({
      spec: '{"a":"x","list":[{"b":"y"},{}],"map":{"k":{"c":"z"}}}',
      unknown: ['spec.list[0].x', 'spec.list[1].w', 'spec.map.k.v', 'spec.z'],
    });
  });

  it('reports unknown fields of the object and of its metadata', () => {
    const found = read(withSpec(text), `{${head.slice(0, -1)},"odd":1},"status":{},"spec":"x"}`);
    expect(found).toEqual({ text: `{${head},"spec":"x"}`, unknown: ['metadata.odd', 'status'] });
  });

  it('keeps unknown fields where the schema preserves them, and prunes what is specified within', () => {
    const schema: StructuralSchema = {
      type: 'object',
      ...keepUnknown,
      properties: { known: { type: 'object', properties: { a: text } } },
    };
    expect(readSpec(schema, '{"any":{"deep":[{"z":1,"a":null}]},"known":{"a":"x","b":1}}')).toEqual({
      spec: '{"any":{"deep":[{"a":null,"z":1}]},"known":{"a":"x"}}',
      unknown: ['spec.known.b'],
    });
  });

  it('keeps unknown fields of the items of a list that preserves them', () => {
    const schema: StructuralSchema = {
      type: 'array',
      ...keepUnknown,
      items: { type: 'object', properties: { a: { type: 'object' } } },
    };
    expect(readSpec(schema, '[{"b":1,"a":{"c":1}}]')).toEqual({
      spec: '[{"a":{},"b":1}]',
      unknown: ['spec[0].a.c'],
    });
  });

  it('leaves values of the wrong type for validation to refuse, without what they hold', () => {
    expect(readSpec(text, '{"a":1}')).toEqual({ spec: '{}', unknown: ['spec.a'] });
    expect(readSpec({ type: 'object', properties: { a: text } }, '["x",{"a":1}]').spec).toBe('["x",{}]');
  });

  it('drops nulls that are not allowed, unless a default is to replace them', () => {
    const schema: StructuralSchema = {
      type: 'object',
      properties: {
        a: text,
        b: { type: 'string', nullable: true },
        c: { type: 'string', default: 'x' },
        list: { type: 'array', items: text },
      },
    };
    expect(readSpec(schema, '{"a":null,"b":null,"c":null,"list":[null]}')).toEqual({
      spec: '{"b":null,"c":null,"list":[null]}',
      unknown: [],
    });
  });

  it('does not change what it was given', () => {
    const spec = { b: 1, list: [{ c: 1, a: 'x' }] };
    const before = JSON.stringify(spec);
    const items = { type: 'object', properties: { a: text } };
    const declared = customKind(withSpec({ type: 'object', properties: { list: { type: 'array', items } } }));
    decodeJson(declared, { spec });
    expect(JSON.stringify(spec)).toBe(before);
  });

  it('takes keys as data, whatever they are called', () => {
    const schema: StructuralSchema = { type: 'object', additionalProperties: text };
    const given = '{"__proto__":"a","constructor":"b","toString":"c"}';
    expect(readSpec(schema, given)).toEqual({ spec: given, unknown: [] });
    expect(readSpec({ type: 'object' }, given)).toEqual({
      spec: '{}',
      unknown: ['spec.__proto__', 'spec.constructor', 'spec.toString'],
    });
    const named = JSON.parse('{"__proto__":{"type":"string"}}') as Record<string, StructuralSchema>;
    expect(readSpec({ type: 'object', properties: named }, '{"__proto__":"a"}').spec).toBe('{"__proto__":"a"}');
  });
});

describe('the canonical form of custom objects', () => {
  it('has sorted keys at every depth, in the metadata too', () => {
    const schema: StructuralSchema = { type: 'object', ...keepUnknown };
    const given =
      '{"zeta":{"b":1,"a":[{"d":1,"c":2}]},"metadata":{"name":"x","labels":{"b":"","a":""},"generation":1},"alpha":1,"kind":"Widget"}';
    expect(read(schema, given).text).toBe(
      '{"alpha":1,"kind":"Widget","metadata":{"creationTimestamp":null,"generation":1,"labels":{"a":"","b":""},"name":"x"},' +
        '"zeta":{"a":[{"c":2,"d":1}],"b":1}}',
    );
  });

  it('sorts keys by their bytes', () => {
    const given = '{"\u{1f600}":1,"\uff5e":2,"10":3,"9":4}';
    expect(readSpec({ type: 'object', ...keepUnknown }, given).spec).toBe('{"10":3,"9":4,"\uff5e":2,"\u{1f600}":1}');
  });

  it('has plain numbers, and whole ones exactly', () => {
    const given = '[1.0,1e3,0.10,-0,9223372036854775807,1E+2]';
    expect(readSpec({ type: 'array', items: { type: 'number' } }, given).spec).toBe(
      '[1,1000,0.1,0,9223372036854775807,100]',
    );
  });

  it('shares what is canonical already', () => {
    const spec = { a: { b: [1, { c: 2 }] } };
    const decoded = decodeJson(customKind({ type: 'object', ...keepUnknown }), { spec });
    expect(decoded.ok && (decoded.object as unknown as { spec: unknown }).spec).toBe(spec);
  });

  it('is encoded from objects in any order', () => {
    const declared = customKind({ type: 'object', ...keepUnknown });
    const object = {
      spec: { b: undefined, c: new ExactNumber('1.0'), a: 'é"' },
      apiVersion: 'example.com/v1',
      kind: 'Widget',
    };
    expect(encodeJson(declared, object)).toBe(`{${head},"spec":{"a":"é\\"","c":1.0}}`);
  });
});

describe('embedded resources', () => {
  const embedded: StructuralSchema = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    properties: { spec: { type: 'object', properties: { a: text } } },
  };

  it('keep type and metadata whatever the schema specifies, and prune the rest', () => {
    const given =
      '{"kind":"Pod","metadata":{"name":"x","odd":1,"labels":{"b":"1","a":"2"}},"apiVersion":"v1","more":1,"spec":{"b":1}}';
    expect(readSpec(embedded, given)).toEqual({
      spec: '{"apiVersion":"v1","kind":"Pod","metadata":{"labels":{"a":"2","b":"1"},"name":"x"},"spec":{}}',
      unknown: ['spec.metadata.odd', 'spec.more', 'spec.spec.b'],
    });
  });

  it('are refused with metadata of the wrong type', () => {
    expect(readSpec(embedded, '{"metadata":{"name":5}}').spec).toBe(
      'spec.metadata: Invalid value: map[string]interface {}{"name":5}: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
    );
  });

  it('are refused with a kind that is not text, with the path', () => {
    const schema: StructuralSchema = {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'object', additionalProperties: embedded } } },
    };
    expect(readSpec(schema, '{"list":[{},{"k":{"kind":5}}]}').spec).toBe(
      'spec.list[1][k].kind: Invalid value: 5: must be a string',
    );
  });
});

describe('custom objects that cannot be read', () => {
  it('are refused where they nest too deeply', () => {
    const deep: Record<string, unknown> = {};
    for (let at = deep, depth = 0; depth < 10_000; depth += 1) at = at['a'] = {};
    const declared = customKind({ type: 'object', ...keepUnknown });
    expect(decodeJson(declared, { spec: deep })).toEqual({ ok: false, message: 'json: exceeded max depth of 500' });
  });

  it('are refused with a number that has no double', () => {
    expect(readSpec({ type: 'number' }, '1e400').spec).toBe(
      'json: cannot unmarshal number 1e400 into Go value of type float64',
    );
  });

  it('name the metadata as kube-apiserver does', () => {
    expect(read(withSpec(text), '{"metadata":{"labels":{"n":5}}}').text).toBe(
      'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    );
    expect(read(withSpec(text), '{"metadata":5}').text).toBe(
      'json: cannot unmarshal number into Go value of type v1.ObjectMeta',
    );
  });

  it('have no protobuf form', () => {
    expect(() => encodeProtobuf(customKind(withSpec(text)), {})).toThrow(
      'com.example.v1.Widget: custom objects have no',
    );
  });
});

describe('values of a schema alone', () => {
  it('are pruned as they are in objects', () => {
    const unknown: string[] = [];
    const schema = { type: 'object', properties: { a: text } };
    const options = { onUnknown: (path: string) => unknown.push(path) };
    const pruned = pruneStructural(schema, { z: 1, b: 2, a: 'x' }, options);
    expect({ pruned, unknown }).toEqual({ pruned: { ok: true, object: { a: 'x' } }, unknown: ['b', 'z'] });
  });

  it('have the metadata of embedded resources decoded where its message is given', () => {
    const metadata = message('test.v1.ObjectMeta', { name: field(1, string) });
    const schema = { type: 'object', 'x-kubernetes-embedded-resource': true };
    const given = { metadata: { name: 5 } };
    expect(pruneStructural(schema, given)).toEqual({ ok: true, object: given });
    expect(pruneStructural(schema, given, { metadata })).toMatchObject({ ok: false });
  });
});
