import { describe, expect, it } from '@jest/globals';
import { kind, mergeStructureOf, type StructuralSchema } from '@keelson/schema';

import { checkConfig } from './check-config.ts';

function check(schema: StructuralSchema, config: Record<string, unknown>): string[] {
  const message = kind('com.example.v1.Widget', {}, { structuralSchema: () => schema });
  return checkConfig({ structure: mergeStructureOf(message), message }, config);
}

const spec: StructuralSchema = { type: 'object', properties: { a: { type: 'string' } } };

describe('the configuration of a custom object', () => {
  it('is refused with fields that its schema does not specify', () => {
    const schema = { type: 'object', properties: { spec } };
    expect(check(schema, { kind: 'Widget', spec: { a: 'x', b: 1 }, more: 1 })).toEqual([
      '.spec.b: field not declared in schema',
      '.more: field not declared in schema',
    ]);
  });

  it('may have any fields where its schema preserves them', () => {
    const schema = { type: 'object', properties: { spec }, 'x-kubernetes-preserve-unknown-fields': true };
    expect(check(schema, { spec: { a: 'x', b: 1 }, more: { c: [] } })).toEqual([]);
    expect(check(schema, { spec: 'x' })).toEqual(['.spec: expected map, got &{x}']);
  });
});
