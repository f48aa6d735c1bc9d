/** Rules when they are defined: what is refused, where and in which words. */
import { describe, expect, test } from '@jest/globals';

import { checkRules, checkRulesInTurns } from './check-rules.ts';
import type { StructuralSchema } from '@keelson/schema';

const at = 'spec.validation.openAPIV3Schema';

function withRule(rule: string, properties: Record<string, StructuralSchema> = {}): StructuralSchema {
  return { type: 'object', properties, 'x-kubernetes-validations': [{ rule }] };
}

/** The code, the end of the path and the message of each issue. */
function issuesOf(schema: StructuralSchema): string[] {
  return checkRules(schema, at).map(({ code, path, message }) => `${code} ${path.slice(at.length)} ${message}`);
}

const int = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const rulePath = '.x-kubernetes-validations[0].rule';

describe('types', () => {
  const properties: Record<string, StructuralSchema> = {
    int,
    number: { type: 'number' },
    text,
    flag: { type: 'boolean' },
    bytes: { type: 'string', format: 'byte' },
    time: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    span: { type: 'string', format: 'duration' },
    either: { 'x-kubernetes-int-or-string': true },
    list: { type: 'array', maxItems: 5, items: int },
    map: { type: 'object', additionalProperties: int, maxProperties: 5 },
    object: { type: 'object', properties: { name: text } },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    embedded: { type: 'object', 'x-kubernetes-embedded-resource': true },
    namespace: text,
    'a-b': text,
    'a.b': text,
    'a/b': text,
    a__b: text,
  };

  test.each([
    'self.int + 1 == 2',
    'self.number + 1.0 == 2.0',
    `self.text + 'a' == 'b'`,
    'self.flag',
    `self.bytes == b'a'`,
    `self.time < timestamp('2020-01-01T00:00:00Z')`,
    'self.day.getFullYear() == 2020',
    `self.span < duration('1m')`,
    `type(self.either) == int ? self.either < 5 : self.either == '5'`,
    'self.list.all(x, x > 0)',
    `self.map.all(k, self.map[k] > 0) && self.map.a == 1 && has(self.map.a)`,
    `has(self.object.name) && self.object.name == 'a' && self.object == self.object`,
    'has(self.free) && has(self.object)',
    `self.embedded.kind == 'A' && self.embedded.apiVersion == 'v1' && self.embedded.metadata.name == 'a'`,
    `self.__namespace__ + self.a__dash__b + self.a__dot__b + self.a__slash__b + self.a__underscores__b != ''`,
    `self.apiVersion == 'v1' && self.kind == 'A' && self.metadata.name == self.metadata.generateName`,
    'self.object != null && self.time != null',
  ])('accepts %s', (rule) => {
    expect(issuesOf(withRule(rule, properties))).toEqual([]);
  });

  test.each([
    ['self.nope == 1', 5, `undefined field 'nope'`],
    ['self.any == 1', 5, `undefined field 'any'`],
    ['self.free.a == 1', 10, `undefined field 'a'`],
    ['self.metadata.labels == 1', 14, `undefined field 'labels'`],
    ['self.a.b', 5, `undefined field 'a'`],
    [`self.int == 'a'`, 10, `found no matching overload for '_==_' applied to '(int, string)'`],
    ['self.int == self.number', 10, `found no matching overload for '_==_' applied to '(int, double)'`],
    ['self.text == null', 11, `found no matching overload for '_==_' applied to '(string, null)'`],
    ['self.list.all(k, self.object.all(x, true))', 22, "expression of type 'object' cannot be range"],
    ['self.text.nope()', 15, `undeclared reference to 'nope' (in container '')`],
    ['self.list.startsWith("a")', 21, `found no matching overload for 'startsWith' applied to 'list(int).(string)'`],
  ])('refuses %s', (rule, column, words) => {
    const [issue] = checkRules(withRule(rule, properties), at);
    expect(issue?.code).toBe('FieldValueInvalid');
    expect(issue?.path).toBe(at + rulePath);
    expect(issue?.message).toContain(`compilation failed: ERROR: <input>:1:${column}: ${words}`);
  });

  test('a fault is shown with its line and a mark', () => {
    const [issue] = checkRules(withRule('self.int == 1 &&\n  self.nope', properties), at).slice(0, 1);
    expect(issue?.message).toBe('Required value: message must be specified if rule contains line breaks');
    const schema: StructuralSchema = {
      ...withRule('true', properties),
      'x-kubernetes-validations': [{ rule: 'self.int == 1 &&\n  self.nope', message: 'm' }],
    };
    const [shown] = checkRules(schema, at);
    expect(shown?.message).toBe(
      String.raw`Invalid value: apiextensions.ValidationRule{Rule:"self.int == 1 &&\n  self.nope", Message:"m"}: ` +
        `compilation failed: ERROR: <input>:2:7: undefined field 'nope'\n |   self.nope\n | ......^`,
    );
  });

  test('a rule evaluates to a bool', () => {
    expect(issuesOf(withRule('1'))).toEqual([
      `FieldValueInvalid ${rulePath} Invalid value: apiextensions.ValidationRule{Rule:"1", Message:""}: ` +
        'cel expression must evaluate to a bool',
    ]);
    expect(issuesOf(withRule('dyn(true)'))).toHaveLength(1);
  });

  test('a schema whose values have no type has no rules', () => {
    const schema: StructuralSchema = {
      type: 'object',
      properties: {
        any: { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-validations': [{ rule: 'true' }] },
      },
    };
    expect(issuesOf(schema)).toEqual([
      'InternalError .properties[any].x-kubernetes-validations Internal error: rule declared on schema that does not ' +
        `support validation rules type: '' x-kubernetes-preserve-unknown-fields: 'true'`,
    ]);
  });

  test('a literal pattern must be a regular expression', () => {
    const [issue] = checkRules(withRule(`self.text.matches('(')`, properties), at);
    expect(issue?.message).toContain('program instantiation failed: error parsing regexp: missing closing )');
  });
});

describe('form', () => {
  test.each([
    [{ rule: ' ' }, 'FieldValueRequired .x-kubernetes-validations[0].rule Required value: rule is not specified'],
    [
      { rule: 'true', message: ' ' },
      'FieldValueInvalid .x-kubernetes-validations[0].message Invalid value: " ": message must be non-empty if specified',
    ],
    [
      { rule: 'true', message: 'a\nb' },
      String.raw`FieldValueInvalid .x-kubernetes-validations[0].message Invalid value: "a\nb": message must not contain line breaks`,
    ],
  ])('refuses %j', (rule, issue) => {
    expect(issuesOf({ type: 'object', 'x-kubernetes-validations': [rule] })).toEqual([issue]);
  });

  test('every level is checked, and paths name it', () => {
    const rules = { 'x-kubernetes-validations': [{ rule: 'self.x' }] };
    const schema: StructuralSchema = {
      type: 'object',
      properties: {
        list: { type: 'array', maxItems: 1, items: { type: 'object', ...rules } },
        map: { type: 'object', maxProperties: 1, additionalProperties: { type: 'object', ...rules } },
      },
    };
    expect(checkRules(schema, at).map(({ path }) => path.slice(at.length))).toEqual([
      '.properties[list].items.x-kubernetes-validations[0].rule',
      '.properties[map].additionalProperties.x-kubernetes-validations[0].rule',
    ]);
  });
});

describe('oldSelf', () => {
  const rules = { 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] };
  const list = (listType: string | undefined, items: StructuralSchema): StructuralSchema => ({
    type: 'object',
    properties: {
      list: {
        type: 'array',
        maxItems: 5,
        ...(listType === undefined ? {} : { 'x-kubernetes-list-type': listType }),
        ...(listType === 'map' ? { 'x-kubernetes-list-map-keys': ['name'] } : {}),
        items,
      },
    },
  });
  const item: StructuralSchema = { type: 'object', properties: { name: text, value: { ...int, ...rules } } };

  test.each([undefined, 'atomic', 'set'])('is refused below a list of type %s', (listType) => {
    expect(issuesOf(list(listType, item))).toEqual([
      'FieldValueInvalid .properties[list].items.properties[value].x-kubernetes-validations[0].rule Invalid value: ' +
        `"self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${at}.properties[list]`,
    ]);
  });

  test('is allowed below a list of type map, below maps, and at the list itself', () => {
    expect(issuesOf(list('map', item))).toEqual([]);
    const map: StructuralSchema = { type: 'object', maxProperties: 5, additionalProperties: { ...int, ...rules } };
    expect(issuesOf({ type: 'object', properties: { map, list: { type: 'array', items: int, ...rules } } })).toEqual(
      [],
    );
  });
});

describe('costs', () => {
  const strings = (maxItems: number | undefined, maxLength: number | undefined): StructuralSchema => ({
    type: 'array',
    ...(maxItems === undefined ? {} : { maxItems }),
    items: { type: 'string', ...(maxLength === undefined ? {} : { maxLength }) },
  });
  const advice =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';

  test('a loop over a list without a limit is allowed if its body is cheap', () => {
    expect(issuesOf(withRule('self.list.all(x, x > 0)', { list: { type: 'array', items: int } }))).toEqual([]);
  });

  test('nested loops over lists without a limit are refused', () => {
    const schema = withRule('self.list.all(x, self.list.all(y, x + y > 0))', { list: { type: 'array', items: int } });
    expect(issuesOf(schema)).toEqual([
      `FieldValueForbidden ${rulePath} Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${advice}`,
      `FieldValueForbidden ${rulePath} Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
      `FieldValueForbidden  Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${advice}`,
    ]);
  });

  test('the same loops are allowed with limits', () => {
    const list = { type: 'array', maxItems: 100, items: int };
    expect(issuesOf(withRule('self.list.all(x, self.list.all(y, x + y > 0))', { list }))).toEqual([]);
  });

  test('the limits of texts count', () => {
    const rule = `self.list.all(x, x.contains('abcdefghijkl'))`;
    expect(issuesOf(withRule(rule, { list: strings(undefined, undefined) }))).not.toEqual([]);
    expect(issuesOf(withRule(rule, { list: strings(100, 100) }))).toEqual([]);
  });

  test('a rule below a list is run on each item', () => {
    const rules = { 'x-kubernetes-validations': [{ rule: `self.contains('a') && self.contains('b')` }] };
    const schema = (maxItems?: number): StructuralSchema => ({
      type: 'object',
      properties: {
        list: {
          type: 'array',
          ...(maxItems === undefined ? {} : { maxItems }),
          items: { ...text, maxLength: 1000, ...rules },
        },
      },
    });
    expect(issuesOf(schema())).not.toEqual([]);
    expect(issuesOf(schema(100))).toEqual([]);
  });

  test('the parts of a text are no longer than it', () => {
    const rule = `self.text.split(',').all(x, x.startsWith('a'))`;
    expect(issuesOf(withRule(rule, { text: { ...text, maxLength: 100 } }))).toEqual([]);
  });

  test('close to the limit the factor has more digits', () => {
    const list = (maxItems: number) => ({ type: 'array', maxItems, items: int });
    const [issue] = checkRules(withRule('self.list.all(x, self.list.all(y, x + y > 0))', { list: list(1200) }), at);
    expect(issue?.message).toMatch(/by factor of 1\.\d{6}x/);
    const [far] = checkRules(withRule('self.list.all(x, self.list.all(y, x + y > 0))', { list: list(3000) }), at);
    expect(far?.message).toMatch(/by factor of \d+\.\dx/);
  });

  test('many rules have a limit together', () => {
    const list = { type: 'array', maxItems: 1000, items: int };
    const rule = 'self.list.all(x, self.list.all(y, x + y > 0))';
    const rules = Array.from({ length: 15 }, () => ({ rule }));
    const schema: StructuralSchema = { type: 'object', properties: { list }, 'x-kubernetes-validations': rules };
    const issues = issuesOf(schema);
    expect(issues).toHaveLength(5);
    expect(issues.at(-1)).toContain('total for entire OpenAPIv3 schema exceeds budget by factor of');
  });
});

test('a check in turns finds the same issues', async () => {
  const schema = withRule('self.nope == 1');
  expect(await checkRulesInTurns(schema, at)).toEqual(checkRules(schema, at));
});
