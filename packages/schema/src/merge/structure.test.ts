import { describe, expect, it } from '@jest/globals';

import { message } from '../language/declare.ts';
import { field, inline, optional, required } from '../language/field.ts';
import { int32, json, lazy, list, map, rawExtension, string } from '../language/shape.ts';
import type { Message } from '../language/descriptor.ts';
import type { ListNode } from './node.ts';
import { mergeStructureOf } from './structure.ts';

const Port = message('test.Port', {
  port: required(1, int32),
  protocol: field(2, string, { default: 'TCP' }),
});
const Selector = message('test.Selector', { labels: field(1, map(string)) }, { structType: 'atomic' });
const Base = message('test.Base', { selector: optional(1, Selector) });
const Spec = message('test.Spec', {
  base: inline(1, Base),
  ports: field(2, list(Port), { listType: 'map', listMapKeys: ['port', 'protocol'] }),
  mounts: field(3, list(Port), { patchStrategy: 'merge', patchMergeKey: 'port' }),
  finalizers: field(4, list(string), { patchStrategy: 'merge' }),
  args: field(5, list(string)),
  nodeSelector: field(6, map(string), { mapType: 'atomic' }),
  extra: field(7, json),
  strategy: field(8, Port, { patchStrategy: 'merge,retainKeys' }),
  loose: field(9, Selector, { structType: 'granular' }),
});

function listAt(name: string): ListNode {
  const node = mergeStructureOf(Spec).fields.get(name)?.node;
  if (node?.kind !== 'list') throw new Error(`${name} is not a list`);
  return node;
}

describe('the merge structure', () => {
  it('keys the items of a map list and knows the defaults of the keys', () => {
    expect(listAt('ports')).toMatchObject({
      type: 'map',
      keys: ['port', 'protocol'],
      keyDefaults: { protocol: 'TCP' },
    });
  });

  it('reads a patch strategy of merge as a map with a merge key, and as a set without', () => {
    expect(listAt('mounts')).toMatchObject({ type: 'map', keys: ['port'] });
    expect(listAt('finalizers')).toMatchObject({ type: 'set', keys: [] });
  });

  it('takes lists without a word on topology as atomic', () => {
    expect(listAt('args').type).toBe('atomic');
  });

  it('takes over the topology of a message unless the field says otherwise', () => {
    const { fields } = mergeStructureOf(Spec);
    expect(fields.get('selector')?.node).toMatchObject({ kind: 'struct', isAtomic: true });
    expect(fields.get('loose')?.node).toMatchObject({ kind: 'struct', isAtomic: false });
    expect(fields.get('nodeSelector')?.node).toMatchObject({ kind: 'map', isAtomic: true });
  });

  it('flattens inline fields in at their place', () => {
    expect([...mergeStructureOf(Spec).fields.keys()].slice(0, 2)).toEqual(['selector', 'ports']);
  });

  it('splits a combined patch strategy', () => {
    expect(mergeStructureOf(Spec).fields.get('strategy')?.patchStrategies).toEqual(['merge', 'retainKeys']);
  });

  it('leaves free-form values untyped', () => {
    expect(mergeStructureOf(Spec).fields.get('extra')?.node.kind).toBe('untyped');
  });

  it('has one owner for what another kind is kept in', () => {
    const Keeper = message('test.Keeper', { kept: field(1, rawExtension) });
    expect(mergeStructureOf(Keeper).fields.get('kept')?.node.kind).toBe('scalar');
  });

  it('closes the circle of a message that contains itself', () => {
    const Tree: Message = message('test.Tree', { children: field(1, list(lazy((): Message => Tree))) });
    const structure = mergeStructureOf(Tree);
    const children = structure.fields.get('children')?.node;
    expect(children?.kind === 'list' && children.item).toBe(structure);
  });
});
