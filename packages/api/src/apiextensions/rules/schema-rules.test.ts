import { describe, expect, it } from '@jest/globals';

import { causesOf, create } from '../../testing/admit.ts';
import { customResourceDefinitions } from '../v1/custom-resource-definition.resource.ts';

const names = { plural: 'pumps', singular: 'pump', kind: 'Pump', listKind: 'PumpList' };
const at = 'spec.validation.openAPIV3Schema';

function causesOfRoot(openAPIV3Schema: object, subresources?: object) {
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } };
  const versions = [{ ...version, ...(subresources && { subresources }) }];
  const spec = { group: 'x.test', scope: 'Namespaced', names, versions };
  return causesOf(create(customResourceDefinitions, { metadata: { name: 'pumps.x.test' }, spec }));
}

/** Of the field `a`, without the path to it. */
function causesOfField(schema: object) {
  const place = `${at}.properties[a]`;
  return causesOfRoot({ type: 'object', properties: { a: schema } }).map((cause) =>
    cause.startsWith(place) ? cause.slice(place.length) : cause,
  );
}

const text = { type: 'string' };
const list = { type: 'array', items: text };

describe('a schema', () => {
  it.each<[object, string[]]>([
    [
      { type: 'object', additionalProperties: true },
      [`${at}.additionalProperties: Forbidden: must not be used at the root`],
    ],
    [{ properties: { a: text } }, [`${at}.type: Required value: must not be empty at the root`]],
    [{ type: 'object', nullable: true }, [`${at}.nullable: Forbidden: nullable cannot be true at the root`]],
    [{ type: 'object', $schema: 'x' }, [`${at}: Invalid value: "": OpenAPIV3Schema 'schema' is not supported`]],
    [
      { type: 'object', properties: { kind: { type: 'integer' }, apiVersion: text, metadata: { type: 'object' } } },
      [`${at}.properties[kind].type: Invalid value: "integer": must be string`],
    ],
    [
      { type: 'object', properties: { metadata: { type: 'object', description: 'd' } } },
      [
        `${at}.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified`,
      ],
    ],
    [
      { type: 'object', properties: { metadata: { type: 'object', properties: { name: { ...text, maxLength: 9 } } } } },
      [],
    ],
    [
      { type: 'object', properties: { kind: { type: 'string', default: 'A' } } },
      [`${at}.properties[kind].default: Forbidden: must not be set in top-level kind`],
    ],
    [
      { type: 'object', anyOf: [{ properties: { b: { minLength: 1 } } }, { items: { minimum: 1 } }] },
      [
        `${at}.items: Required value: because it is defined in ${at}.anyOf[1].items`,
        `${at}.properties[b]: Required value: because it is defined in ${at}.anyOf[0].properties[b]`,
      ],
    ],
  ])('with the root %j causes %j', (schema, expected) => {
    expect(causesOfRoot(schema)).toEqual(expected);
  });

  it('has no default at the root but a whole object', () => {
    expect(causesOfRoot({ type: 'object', default: {} })).toEqual([
      `${at}.default.apiVersion: Required value: must not be empty`,
      `${at}.default.kind: Required value: must not be empty`,
    ]);
    expect(causesOfRoot({ type: 'object', default: { apiVersion: 'a/v1', kind: 'A' } })).toEqual([]);
  });

  it('has no words at the root that a status of its own would lose', () => {
    const status = { status: {} };
    const fields =
      '[Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern ' +
      'MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields ' +
      'XValidations]';
    expect(causesOfRoot({ type: 'object', description: 'd', required: ['a'] }, status)).toEqual([]);
    expect(causesOfRoot({ type: 'object', anyOf: [{ required: ['a'] }] }, status)).toEqual([
      `${at}: Invalid value: {"type":"object","anyOf":[{"required":["a"]}]}: only ${fields} fields are allowed at the root of the schema if the status subresource is enabled`,
    ]);
    expect(causesOfRoot({ type: 'array', items: text }, status)[0]).toBe(
      `${at}.type: Invalid value: "array": only "object" is allowed as the type at the root of the schema if the status subresource is enabled`,
    );
  });

  it.each<[object, string[]]>([
    [
      { type: 'null' },
      [
        '.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
        '.type: Forbidden: type cannot be set to null, use nullable as an alternative',
      ],
    ],
    [{ ...text, id: 'i' }, ['.id: Forbidden: id is not supported']],
    [{ ...list, additionalItems: false }, ['.additionalItems: Forbidden: additionalItems is not supported']],
    [
      {
        type: 'object',
        patternProperties: { a: text },
        definitions: { b: { type: 'odd' } },
        dependencies: { c: ['d'] },
      },
      [
        '.patternProperties: Forbidden: patternProperties is not supported',
        '.definitions: Forbidden: definitions is not supported',
        '.dependencies: Forbidden: dependencies is not supported',
        '.definitions[b].type: Unsupported value: "odd": supported values: "array", "boolean", "integer", "number", "object", "string"',
      ],
    ],
    [{ type: 'array', items: [text] }, ['.items: Forbidden: items must be a schema object and not an array']],
    [
      { type: 'object', properties: { b: text }, additionalProperties: text },
      ['.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive'],
    ],
    [
      { type: 'object', properties: { b: text }, additionalProperties: false },
      ['.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive'],
    ],
    [{ type: 'array', items: {} }, ['.items.type: Required value: must not be empty for specified array items']],
    [
      { type: 'object', additionalProperties: {} },
      ['.additionalProperties.type: Required value: must not be empty for specified object fields'],
    ],
  ])('with the words %j causes %j', (schema, expected) => {
    expect(causesOfField(schema)).toEqual(expected);
  });

  it.each<[object, string[]]>([
    [{ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }, []],
    [
      {
        'x-kubernetes-int-or-string': true,
        allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: 'a' }],
      },
      [],
    ],
    [
      { ...text, anyOf: [{ type: 'string' }, { type: 'integer' }] },
      [
        '.anyOf[0].type: Forbidden: must be empty to be structural',
        '.anyOf[1].type: Forbidden: must be empty to be structural',
      ],
    ],
    [
      { ...text, not: { default: 'a', description: 'd', title: 't', nullable: true, additionalProperties: true } },
      [
        '.not.additionalProperties: Forbidden: must be undefined to be structural',
        '.not.default: Forbidden: must be undefined to be structural',
        '.not.description: Forbidden: must be empty to be structural',
        '.not.nullable: Forbidden: must be false to be structural',
        '.not.title: Forbidden: must be empty to be structural',
      ],
    ],
    [
      {
        type: 'object',
        oneOf: [
          {
            properties: { metadata: {} },
            'x-kubernetes-preserve-unknown-fields': true,
            'x-kubernetes-validations': [{ rule: 'true' }],
          },
        ],
      },
      [
        '.oneOf[0].properties[metadata]: Forbidden: must not be specified in a nested context',
        '.oneOf[0].x-kubernetes-preserve-unknown-fields: Forbidden: must be false to be structural',
        '.oneOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural',
      ],
    ],
    [
      { ...text, allOf: [{ pattern: '(' }] },
      [
        '.allOf[0].pattern: Invalid value: "(": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `(`',
      ],
    ],
  ])('with the conditions %j causes %j', (schema, expected) => {
    expect(causesOfField(schema)).toEqual(expected);
  });

  it.each<[object, string[]]>([
    [{ 'x-kubernetes-preserve-unknown-fields': true }, []],
    [
      { 'x-kubernetes-preserve-unknown-fields': false, type: 'object' },
      ['.x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined'],
    ],
    [
      { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true },
      [
        '.x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
      ],
    ],
    [
      { 'x-kubernetes-embedded-resource': true },
      [
        '.properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
        '.type: Required value: must be object if x-kubernetes-embedded-resource is true',
      ],
    ],
    [
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        additionalProperties: true,
        'x-kubernetes-preserve-unknown-fields': true,
      },
      ['.additionalProperties: Forbidden: must not be used if x-kubernetes-embedded-resource is set'],
    ],
    [
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        properties: { metadata: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { b: text } } },
      },
      ['.properties[metadata].x-kubernetes-embedded-resource: Forbidden: must not be used inside of resource meta'],
    ],
    [
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        properties: { metadata: { type: 'object', additionalProperties: { ...text, default: 'd' } } },
      },
      [
        '.properties[metadata].additionalProperties.default: Forbidden: must not be set inside additionalProperties applying to object metadata',
      ],
    ],
    [
      { ...text, 'x-kubernetes-map-type': 'odd' },
      [
        '.type: Invalid value: "string": must be object if x-kubernetes-map-type is specified',
        '.x-kubernetes-map-type: Unsupported value: "odd": supported values: "atomic", "granular"',
      ],
    ],
  ])('with the extensions %j causes %j', (schema, expected) => {
    expect(causesOfField(schema)).toEqual(expected);
  });
});

describe('a list in a schema', () => {
  const set = { type: 'array', 'x-kubernetes-list-type': 'set' };
  const map = { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] };
  const item = { type: 'object', properties: { k: text }, required: ['k'] };
  it.each<[object, string[]]>([
    [{ ...set, items: text }, []],
    [{ ...map, items: item }, []],
    [{ ...map, items: { type: 'object', properties: { k: { ...text, default: 'd' } } } }, []],
    [
      { ...list, 'x-kubernetes-list-type': 'odd', 'x-kubernetes-list-map-keys': ['k'] },
      [
        '.x-kubernetes-list-type: Unsupported value: "odd": supported values: "atomic", "set", "map"',
        '.x-kubernetes-list-type: Invalid value: "odd": must be map if x-kubernetes-list-map-keys is non-empty',
      ],
    ],
    [
      { ...list, 'x-kubernetes-list-map-keys': ['k'] },
      ['.x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty'],
    ],
    [
      { ...set, items: { ...list, 'x-kubernetes-list-type': 'set' } },
      [
        '.items.x-kubernetes-list-type: Invalid value: "set": must be atomic as item of a list with x-kubernetes-list-type=set',
      ],
    ],
    [
      { ...set, items: { type: 'object', nullable: true } },
      [
        '.items.x-kubernetes-map-type: Invalid value: "null": must be atomic as item of a list with x-kubernetes-list-type=set',
        '.items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set',
      ],
    ],
    [
      {
        ...map,
        'x-kubernetes-list-map-keys': ['k', 'k', 'z'],
        items: { type: 'object', properties: { k: { ...list, nullable: true } } },
      },
      [
        '.items.properties[k].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
        '.items.properties[k].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
        '.x-kubernetes-list-map-keys: Invalid value: []string{"k", "k", "z"}: must not contain duplicate entries',
        '.x-kubernetes-list-map-keys: Invalid value: []string{"k", "k", "z"}: entries must all be names of item properties',
        ...Array.from({ length: 2 }, () => [
          '.items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
          '.items.properties[k].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
        ]).flat(),
      ],
    ],
    [
      { ...map },
      [
        '.items: Required value: must have a schema if x-kubernetes-list-type is map',
        '.items: Required value: must be specified',
      ],
    ],
  ])('with %j causes %j', (schema, expected) => {
    expect(causesOfField(schema)).toEqual(expected);
  });
});

describe('a default in a schema', () => {
  const anyResource = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  };
  const labels = { type: 'object', additionalProperties: text };
  const unknown = 'must not have unknown fields';
  it.each<[object, string[]]>([
    [{ type: 'object', default: { b: 1 } }, [`.default: Invalid value: map[string]interface {}{"b":1}: ${unknown}`]],
    [{ type: 'object', default: { b: 1 }, additionalProperties: { type: 'integer' } }, []],
    [{ type: 'object', default: { b: { c: 1 } }, 'x-kubernetes-preserve-unknown-fields': true }, []],
    [
      {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        properties: { b: { type: 'object', properties: { c: text } } },
        default: { b: { d: 1 } },
      },
      [`.default: Invalid value: map[string]interface {}{"b":map[string]interface {}{"d":1}}: ${unknown}`],
    ],
    [
      { type: 'array', items: { type: 'object', properties: { c: text } }, default: [{ c: 'x' }, { d: 'x' }] },
      [
        `.default: Invalid value: []interface {}{map[string]interface {}{"c":"x"}, map[string]interface {}{"d":"x"}}: ${unknown}`,
      ],
    ],
    [{ type: 'number', default: 1.5 }, []],
    [
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
        default: { apiVersion: 'v1', kind: 'A', metadata: { labels: 5 } },
      },
      [
        '.default.metadata: Invalid value: map[string]interface {}{"labels":5}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type map[string]string',
      ],
    ],
    [
      { ...anyResource, default: { apiVersion: 'v1', kind: 'A', metadata: { labels: { 'a b': '' } } } },
      [expect.stringMatching(/^\.default\.metadata\.labels: Invalid value: "a b": name part/) as never],
    ],
    [
      { ...anyResource, properties: { spec: text }, default: { kind: 'A', spec: 5 } },
      ['.default.apiVersion: Required value: must not be empty'],
    ],
    [
      { ...anyResource, properties: { kind: { ...text, default: '%' } } },
      [
        expect.stringMatching(
          /^\.properties\[kind]\.default: Invalid value: "%": must result in valid metadata: kind: Invalid value: "%": may have mixed case/,
        ) as never,
      ],
    ],
    [
      {
        ...anyResource,
        properties: { metadata: { type: 'object', properties: { name: { ...text, default: 'a/b' } } } },
      },
      [
        '.properties[metadata].properties[name].default: Invalid value: "a/b": must result in valid metadata: metadata.name: Invalid value: "a/b": may not contain \'/\'',
      ],
    ],
    [
      { ...anyResource, properties: { metadata: { type: 'object', default: { labels: { a: 5 }, odd: 1 } } } },
      [
        expect.stringMatching(
          /^\.properties\[metadata]\.default: .*: must result in valid metadata: metadata: Invalid value: .*: json: cannot unmarshal number into Go struct field ObjectMeta\.labels of type string$/,
        ) as never,
      ],
    ],
    [
      {
        ...anyResource,
        properties: { metadata: { type: 'object', properties: { labels: { ...labels, default: { a: 'b' } } } } },
      },
      [],
    ],
    [{ type: 'array', items: text, 'x-kubernetes-list-type': 'set', default: ['a', 'a'] }, []],
    [{ type: 'integer', default: 9007199254740991 }, []],
  ])('of %j causes %j', (schema, expected) => {
    expect(causesOfField(schema)).toEqual(expected);
  });
});

describe('a validation rule in a schema', () => {
  const rules = (...given: object[]) => ({ ...text, 'x-kubernetes-validations': given });
  it.each<[object, string[]]>([
    [rules({ rule: "self != ''" }, { rule: 'a\n&& b', message: 'words' }), []],
    [rules({ rule: ' ' }), ['.x-kubernetes-validations[0].rule: Required value: rule is not specified']],
    [
      rules({ rule: 'true', message: ' ' }),
      ['.x-kubernetes-validations[0].message: Invalid value: " ": message must be non-empty if specified'],
    ],
    [
      rules({ rule: 'true', message: 'a\nb' }),
      ['.x-kubernetes-validations[0].message: Invalid value: "a\\nb": message must not contain line breaks'],
    ],
    [
      rules({ rule: 'a\n|| b' }),
      ['.x-kubernetes-validations[0].message: Required value: message must be specified if rule contains line breaks'],
    ],
  ])('in %j causes %j', (schema, expected) => {
    expect(causesOfField(schema)).toEqual(expected);
  });
});
