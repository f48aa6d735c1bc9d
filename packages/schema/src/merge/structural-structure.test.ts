import { describe, expect, it } from '@jest/globals';

import type { StructuralSchema } from '../language/structural-schema.ts';
import { customKind, withSpec } from '../testing/custom-kind.ts';
import type { MergeNode } from './node.ts';
import { mergeStructureOf } from './structure.ts';

const text: StructuralSchema = { type: 'string' };
const keepUnknown = { 'x-kubernetes-preserve-unknown-fields': true };

function specNode(spec: StructuralSchema): MergeNode | undefined {
  return mergeStructureOf(customKind(withSpec(spec))).fields.get('spec')?.node;
}

describe('the merge structure of custom objects', () => {
  it('has the declared fields of the object and those of its schema', () => {
    const { fields, kind, isAtomic } = mergeStructureOf(customKind(withSpec(text)));
    expect([...fields.keys()]).toEqual(['kind', 'apiVersion', 'metadata', 'spec']);
    expect({ kind, isAtomic, metadata: fields.get('metadata')?.node.kind }).toEqual({
      kind: 'struct',
      isAtomic: false,
      metadata: 'struct',
    });
  });

  it('takes the types of lists from the schema', () => {
    expect(specNode({ type: 'array', items: text })).toMatchObject({ kind: 'list', type: 'atomic', keys: [] });
    expect(specNode({ type: 'array', items: text, 'x-kubernetes-list-type': 'set' })).toMatchObject({ type: 'set' });
    const port = { type: 'object', properties: { port: { type: 'integer' }, protocol: { ...text, default: 'TCP' } } };
    const keys = ['port', 'protocol'];
    const list = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys };
    const node = specNode({ type: 'array', items: port, ...list });
    expect(node).toMatchObject({ kind: 'list', type: 'map', keys, keyDefaults: { protocol: 'TCP' } });
    expect(node?.kind === 'list' && node.item.kind).toBe('struct');
  });

  it('takes the types of maps from the schema', () => {
    const map: StructuralSchema = { type: 'object', additionalProperties: text };
    const node = specNode(map);
    expect(node).toMatchObject({ kind: 'map', isAtomic: false });
    expect(node?.kind === 'map' && node.value.kind).toBe('scalar');
    expect(specNode({ ...map, 'x-kubernetes-map-type': 'atomic' })).toMatchObject({ kind: 'map', isAtomic: true });
    const struct = { type: 'object', properties: { a: text }, 'x-kubernetes-map-type': 'atomic' };
    expect(specNode(struct)).toMatchObject({ kind: 'struct', isAtomic: true });
  });

  it('gives what has no type one owner, unless its holder keeps unknown fields', () => {
    const either = { 'x-kubernetes-int-or-string': true };
    const fieldOf = (spec: StructuralSchema) => {
      const node = specNode(spec);
      return node?.kind === 'struct' ? node.fields.get('a')?.node.kind : undefined;
    };
    expect(specNode(keepUnknown)).toMatchObject({ kind: 'scalar' });
    expect(fieldOf({ type: 'object', properties: { a: either } })).toBe('scalar');
    expect(fieldOf({ type: 'object', ...keepUnknown, properties: { a: either } })).toBe('untyped');
  });

  it('tells where fields need not be declared', () => {
    const spec = specNode({ type: 'object', ...keepUnknown, properties: { a: text } });
    expect(spec).toMatchObject({ kind: 'struct', keepsUnknown: true });
    expect(mergeStructureOf(customKind({ type: 'object', ...keepUnknown })).keepsUnknown).toBe(true);
    expect(mergeStructureOf(customKind(withSpec(text))).keepsUnknown).toBe(false);
  });

  it('gives embedded resources their type and metadata', () => {
    const node = specNode({ type: 'object', 'x-kubernetes-embedded-resource': true, ...keepUnknown });
    expect(node?.kind === 'struct' && [...node.fields.keys()]).toEqual(['kind', 'apiVersion', 'metadata']);
  });

  it('is made as far as it is asked for', () => {
    let made = 0;
    const properties = Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        made += 1;
        return text;
      },
    }) as Record<string, StructuralSchema>;
    const structure = mergeStructureOf(customKind(withSpec({ type: 'object', properties })));
    expect(made).toBe(0);
    const spec = structure.fields.get('spec')?.node;
    expect(spec?.kind === 'struct' && spec.fields.get('a')?.node.kind).toBe('scalar');
    expect(made).toBeGreaterThan(0);
  });
});
