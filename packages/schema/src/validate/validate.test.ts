import { describe, expect, it } from '@jest/globals';
import { message } from '../language/declare.ts';
import type { Message, StringFormat } from '../language/descriptor.ts';
import { field, inline, optional, required, shown } from '../language/field.ts';
import { either, int32, integer, lazy, list, map, oneOf, string, text, usually } from '../language/shape.ts';
import { hasRules } from './has-rules.ts';
import { validate } from './validate.ts';

const lower: StringFormat = {
  name: 'lower',
  check: (value) => (/^[a-z]*$/.test(value) ? [] : ['must be lower case']),
};

function findings(of: Message, object: unknown): string[] {
  return validate(of, object).map((issue) => `${issue.path}: ${issue.message}`);
}

describe('declared constraints', () => {
  const rules = message('Rules', {
    kind: field(1, oneOf('Delete', 'Retain')),
    style: field(2, usually('a', 'b')),
    port: optional(3, integer('int32', { minimum: 1, maximum: 65535 })),
    seconds: optional(4, integer('int64', { minimum: 1 })),
    count: field(5, integer('int32', { minimum: 0 })),
    name: field(6, text({ minLength: 2, maxLength: 4 })),
    label: field(7, text({ format: lower })),
    items: field(8, list(text({ format: lower }), { minItems: 2, maxItems: 3 })),
    data: field(9, map(integer('int32', { maximum: 9 }), { keyFormat: lower })),
  });

  it.each([
    [{ kind: 'Recycle' }, 'kind: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
    [{ port: 0 }, 'port: Invalid value: 0: must be between 1 and 65535, inclusive'],
    [{ port: 65536 }, 'port: Invalid value: 65536: must be between 1 and 65535, inclusive'],
    [{ seconds: 0 }, 'seconds: Invalid value: 0: must be greater than 0'],
    [{ seconds: -9223372036854775808n }, 'seconds: Invalid value: -9223372036854775808: must be greater than 0'],
    [{ count: -1 }, 'count: Invalid value: -1: must be greater than or equal to 0'],
    [{ name: 'x' }, 'name: Invalid value: "x": must have at least 2 bytes'],
    [{ name: 'žžž' }, 'name: Too long: must have at most 4 bytes'],
    [{ label: 'Up' }, 'label: Invalid value: "Up": must be lower case'],
    [{ items: ['a', 'B'] }, 'items[1]: Invalid value: "B": must be lower case'],
    [{ items: ['a'] }, 'items: Invalid value: 1: must have at least 2 items'],
    [{ items: ['a', 'a', 'a', 'a'] }, 'items: Too many: 4: must have at most 3 items'],
    [{ data: { A: 1 } }, 'data[A]: Invalid value: "A": must be lower case'],
    [{ data: { a: 10 } }, 'data[a]: Invalid value: 10: must be less than or equal to 9'],
  ])('refuses %j', (object, expected) => {
    expect(findings(rules, object)).toEqual([expected]);
  });

  it('accepts values on both ends', () => {
    const object = {
      kind: 'Retain',
      style: 'other',
      port: 65535,
      seconds: 1n,
      count: 0,
      name: 'žž',
      label: 'a',
      items: ['a', 'b'],
      data: { a: 9 },
    };
    expect(validate(rules, object)).toEqual([]);
  });

  it('does not look at what is empty', () => {
    expect(validate(rules, { kind: '', count: 0, name: '', label: '', items: null, data: null })).toEqual([]);
  });
});

describe('fields that must not be empty', () => {
  const inner = message('Inner', {
    verbs: required(1, list(string), { notEmpty: 'verbs must contain at least one value' }),
    name: required(2, string, { notEmpty: true }),
    size: shown(3, int32, { notEmpty: true }),
  });
  const outer = message('Outer', { rules: field(1, list(inner)), spec: field(2, inner), other: optional(3, inner) });

  it('are required wherever their message is there', () => {
    expect(findings(outer, { rules: [{}], spec: { verbs: null, name: '', size: 0 } })).toEqual([
      'rules[0].verbs: Required value: verbs must contain at least one value',
      'rules[0].name: Required value',
      'rules[0].size: Required value',
      'spec.verbs: Required value: verbs must contain at least one value',
      'spec.name: Required value',
      'spec.size: Required value',
    ]);
  });

  it('are not asked for where their message is not', () => {
    expect(validate(outer, { spec: { verbs: ['get'], name: 'a', size: 1 } })).toEqual([]);
  });
});

describe("a message's own rules", () => {
  const leaf = message(
    'Leaf',
    { a: field(1, oneOf('x')) },
    { validate: (value, report) => (value.a === 'y' ? report.forbidden('a', 'never y') : undefined) },
  );
  const root = message('Root', {
    leaf: field(1, leaf),
    inlined: inline(0, leaf),
    map: field(2, map(leaf)),
    either: field(
      3,
      either(() => leaf, 'messageList'),
    ),
  });

  it('come after those of the fields, with paths from the root', () => {
    expect(findings(root, { leaf: { a: 'y' }, a: 'y', map: { k: { a: 'y' } }, either: [{}, { a: 'y' }] })).toEqual([
      'leaf.a: Unsupported value: "y": supported values: "x"',
      'leaf.a: Forbidden: never y',
      'a: Unsupported value: "y": supported values: "x"',
      'a: Forbidden: never y',
      'map[k].a: Unsupported value: "y": supported values: "x"',
      'map[k].a: Forbidden: never y',
      'either[1].a: Unsupported value: "y": supported values: "x"',
      'either[1].a: Forbidden: never y',
    ]);
  });
});

describe('messages that contain themselves', () => {
  const tree: Message = message('Tree', {
    name: field(1, text({ format: lower })),
    children: field(2, list(lazy(() => tree))),
  });
  const bare: Message = message('Bare', { children: field(1, list(lazy(() => bare))) });

  it('are checked to the last leaf', () => {
    expect(findings(tree, { children: [{}, { children: [{ name: 'X' }] }] })).toEqual([
      'children[1].children[0].name: Invalid value: "X": must be lower case',
    ]);
  });

  it('are refused when they are nested without end', () => {
    let object: object = {};
    for (let depth = 0; depth < 5000; depth++) object = { children: [object] };
    const [finding, ...more] = findings(tree, object);
    expect(finding).toMatch(/children\[0\]: Forbidden: must not be nested deeper than 500 levels$/);
    expect(more).toEqual([]);
  });

  it('are not walked when they have no rules', () => {
    expect(hasRules(bare)).toBe(false);
    expect(validate(bare, { children: 'not even a list' })).toEqual([]);
  });
});
