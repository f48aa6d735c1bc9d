import { describe, expect, it } from '@jest/globals';
import { metadata } from '@keelson/api';
import { isUnreadable } from '@keelson/storage';
import { kind, resource, type Resource, type StructuralSchema } from '@keelson/schema';

import { createConform } from './conform-stored.ts';

function conform(stored: Resource, text: string): { readonly text: string; readonly isSame: boolean } {
  const value = Buffer.from(text);
  const conformed = createConform(stored)(value);
  if (isUnreadable(conformed)) throw new Error(conformed.fault);
  return { text: Buffer.from(conformed).toString(), isSame: conformed === value };
}

const any: StructuralSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

describe('a stored object of a custom resource', () => {
  const schema: StructuralSchema = { type: 'object', properties: { a: { type: 'string', default: 'x' } } };
  const widgets = resource({
    group: 'x.test',
    version: 'v1',
    kind: 'Widget',
    plural: 'widgets',
    singular: 'widget',
    scope: 'Namespaced',
    verbs: [],
    message: kind('test.x.v1.Widget', { metadata }, { structuralSchema: () => schema }),
    storage: { kind: 'stored', group: 'x.test', version: 'v1', prefix: 'x.test/widgets' },
  });
  const type = '"apiVersion":"x.test/v1","kind":"Widget"';
  const rest = `${type},"metadata":{"creationTimestamp":null,"generation":2,"name":"n"}}`;

  it('stays as it is where the schema has nothing to add or drop', () => {
    expect(conform(widgets, `{"a":"y",${rest}`).isSame).toBe(true);
  });

  it('loses what the schema does not have, and gains its defaults', () => {
    expect(conform(widgets, `{"b":1,${rest}`).text).toBe(`{"a":"x",${rest}`);
  });

  it('is called by the version that is stored now, though that of its own is served no longer', () => {
    const old = rest.replace('x.test/v1', 'x.test/v0');
    expect(conform(widgets, `{"a":"y",${old}`).text).toBe(`{"a":"y",${rest}`);
  });

  it('has what the version has in which it was stored, where schemas differ', () => {
    const messageOf = (of: StructuralSchema) => kind('test.x.v1.Widget', { metadata }, { structuralSchema: () => of });
    const formOf = (properties: Record<string, StructuralSchema>) => messageOf({ type: 'object', properties });
    const hub: Resource = {
      ...widgets,
      message: messageOf({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
      formsByVersion: new Map([
        ['v0', formOf({ b: { type: 'string' }, c: { type: 'string', default: 'z' } })],
        ['v1', formOf({ a: { type: 'string' } })],
      ]),
    };
    const read = (version: string): unknown =>
      JSON.parse(conform(hub, `{"a":"1","b":"2",${rest.replace('x.test/v1', `x.test/${version}`)}`).text);
    const type = {
      apiVersion: 'x.test/v1',
      kind: 'Widget',
      metadata: { creationTimestamp: null, generation: 2, name: 'n' },
    };
    expect(read('v0')).toEqual({ ...type, b: '2', c: 'z' });
    expect(read('v1')).toEqual({ ...type, a: '1' });
    // A version that is not defined any more: what is there stays.
    expect(read('v9')).toEqual({ ...type, a: '1', b: '2' });
  });

  it('loses malformed fields of its metadata, and those alone', () => {
    const fields = '"creationTimestamp":"yesterday","finalizers":"x","generation":1.5,"labels":{"a":"b"},"uid":5';
    const text = `{"a":"y",${type},"metadata":{${fields},"name":"n"}}`;
    const kept = '"metadata":{"creationTimestamp":null,"generation":1,"labels":{"a":"b"},"name":"n"}';
    expect(conform(widgets, text)).toEqual({ text: `{"a":"y",${type},${kept}}`, isSame: false });
  });

  it('is in its first generation where it has none', () => {
    const { text } = conform(widgets, `{"a":"y",${rest.replace('"generation":2,', '')}`);
    expect(text).toBe(`{"a":"y",${rest.replace('2', '1')}`);
  });

  it('is unreadable where it cannot be decoded even so', () => {
    const deep = `${'['.repeat(600)}${']'.repeat(600)}`;
    for (const text of [`{${type},"metadata":5}`, `{"b":1e400,${rest}`, `{"b":${deep},${rest}`]) {
      const open: Resource = {
        ...widgets,
        message: kind('test.x.v1.Open', { metadata }, { structuralSchema: () => any }),
      };
      const fault = expect.stringContaining('it cannot be decoded: ');
      expect(createConform(open)(Buffer.from(text))).toEqual({ fault });
    }
  });
});
