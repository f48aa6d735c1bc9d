import { describe, expect, it } from '@jest/globals';

import { decodeManagedFields } from './decode-managed-fields.ts';
import { viewOwned } from './owned-view.ts';
import type { OwnedNode } from './owned-view.ts';

/** `path: manager, manager` of all that somebody owns. */
function listed(node: OwnedNode, path = ''): string[] {
  const own = node.owners.length === 0 ? [] : [`${path}: ${node.owners.map(({ manager }) => manager).join(', ')}`];
  if (node.kind === 'value') return own;
  const parts =
    node.kind === 'object'
      ? node.fields.map(([name, each]) => [`.${name}`, each] as const)
      : node.items.map((each, index) => [`[${String(index)}]`, each] as const);
  return [...own, ...parts.flatMap(([step, each]) => listed(each, path + step))];
}

function view(value: unknown, fields: Readonly<Record<string, unknown>>): string[] {
  const entries = Object.entries(fields).map(([manager, fieldsV1]) => ({
    manager,
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1,
  }));
  const decoded = decodeManagedFields(entries);
  if (!decoded.ok) throw new Error(decoded.message);
  return listed(viewOwned(value, decoded.owners.values()));
}

describe('the view of who owns what', () => {
  it('names all who share a field', () => {
    expect(
      view(
        { data: { a: '1', b: '2' } },
        { one: { 'f:data': { 'f:a': {} } }, two: { 'f:data': { 'f:a': {}, 'f:b': {} } } },
      ),
    ).toEqual(['.data.a: one, two', '.data.b: two']);
  });

  it('tells who owns the field from who owns what is in it', () => {
    expect(view({ data: { a: '1' } }, { one: { 'f:data': { '.': {} } }, two: { 'f:data': { 'f:a': {} } } })).toEqual([
      '.data: one',
      '.data.a: two',
    ]);
  });

  it('finds items by their keys, by their values and by their places', () => {
    const value = {
      ports: [
        { port: 80, protocol: 'UDP' },
        { port: 80, protocol: 'TCP' },
      ],
      finalizers: ['a', 'b'],
      list: ['x', 'y'],
    };
    const fields = {
      'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } },
      'f:finalizers': { 'v:"b"': {} },
      'f:list': { 'i:0': {} },
    };
    expect(view(value, { one: fields })).toEqual([
      '.ports[1]: one',
      '.ports[1].port: one',
      '.finalizers[1]: one',
      '.list[0]: one',
    ]);
  });

  it('passes over what is no longer there', () => {
    expect(view({ list: [] }, { one: { 'f:list': { 'v:"x"': {} }, 'f:none': {} } })).toEqual([]);
  });
});
