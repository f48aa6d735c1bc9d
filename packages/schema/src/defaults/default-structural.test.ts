import { describe, expect, it } from '@jest/globals';

import { applyDefaults } from './apply-defaults.ts';
import { encodeJson } from '../json/encode.ts';
import type { StructuralSchema } from '../language/structural-schema.ts';
import { defaultStructural } from './default-structural.ts';
import { customKind } from '../testing/custom-kind.ts';

const schema: StructuralSchema = {
  type: 'object',
  properties: {
    size: { type: 'integer', default: 3 },
    nested: { type: 'object', properties: { color: { type: 'string', default: 'red' } } },
    filled: {
      type: 'object',
      default: { z: 1, dropped: true, a: null },
      properties: { z: { type: 'integer' }, more: { type: 'string', default: 'x' }, a: { type: 'string' } },
    },
    list: { type: 'array', items: { type: 'object', properties: { p: { type: 'string', default: 'TCP' } } } },
    texts: { type: 'array', items: { type: 'string', default: 'none' } },
    map: {
      type: 'object',
      additionalProperties: { type: 'object', default: { q: 1 }, properties: { q: { type: 'integer' } } },
    },
    orNull: { type: 'object', nullable: true, properties: { r: { type: 'string', default: 'x' } } },
  },
};

const filled = { more: 'x', z: 1 };

describe('defaults of custom objects', () => {
  it('fill in what is absent, with completed and pruned defaults', () => {
    expect(JSON.stringify(defaultStructural(schema, {}))).toBe(JSON.stringify({ filled, size: 3 }));
  });

  it('reach every depth of what exists, and nothing else', () => {
    const given = { nested: {}, list: [{}, { p: 'UDP' }], map: { k: {}, n: null }, texts: [null, 'x'] };
    expect(defaultStructural(schema, given)).toEqual({
      filled,
      list: [{ p: 'TCP' }, { p: 'UDP' }],
      map: { k: {}, n: { q: 1 } },
      nested: { color: 'red' },
      size: 3,
      texts: ['none', 'x'],
    });
  });

  it('replace nulls that are not allowed, and stay out of those that are', () => {
    expect(defaultStructural(schema, { size: null, filled, orNull: null })).toEqual({ size: 3, filled, orNull: null });
  });

  it('do not change the value or the schema, and return a complete value as it is', () => {
    const given = Object.freeze({ nested: Object.freeze({}), filled, size: 1 });
    const found = defaultStructural(schema, given) as { nested: object };
    expect(found.nested).toEqual({ color: 'red' });
    expect(defaultStructural(schema, found)).toBe(found);
    const one = defaultStructural(schema, {}) as { filled: { z: number } };
    one.filled.z = 7;
    expect(defaultStructural(schema, {})).toEqual({ filled, size: 3 });
  });

  it('are applied to objects of a message, and to none of its declared fields', () => {
    const properties = { ...schema.properties, metadata: { type: 'object', default: {} } };
    const message = customKind({ ...schema, properties });
    const object = { nested: {} };
    applyDefaults(message, object);
    expect(encodeJson(message, object)).toBe(
      '{"filled":{"more":"x","z":1},"metadata":{"creationTimestamp":null},"nested":{"color":"red"},"size":3}',
    );
  });

  it('take keys as data, whatever they are called', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string","default":"x"}}') as Record<string, StructuralSchema>;
    expect(JSON.stringify(defaultStructural({ type: 'object', properties }, {}))).toBe('{"__proto__":"x"}');
  });
});
