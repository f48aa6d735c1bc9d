import { describe, expect, it } from '@jest/globals';

import { mergeV2, type MergedV2, type RemoteSource } from './merge-v2.ts';

const kinds = 'x-kubernetes-group-version-kind';
const kind = (name: string) => ({ group: 'x.test', version: 'v1', kind: name });
const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const get = (name: string) => ({ get: { responses: { 200: { description: 'OK', schema: ref(name) } } } });

function merge(document: unknown, own: Record<string, object> = {}, more: Partial<RemoteSource> = {}): MergedV2 {
  const bytes = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
  return mergeV2({ bytes, prefixes: ['/apis/x.test/'], takenPaths: [], taken: [], ...more }, own);
}

const read = (members: Uint8Array) => JSON.parse(`{${Buffer.from(members).toString()}}`) as Record<string, unknown>;
const definitionsOf = ({ definitions }: MergedV2) => read(definitions);

describe('the document of another server', () => {
  it('adds its paths of the groups it is registered for, and the definitions that these need', () => {
    const definitions = {
      'test.Thing': {
        properties: { spec: ref('test.Spec') },
        [kinds]: [{ group: 'x.test', version: 'v1', kind: 'T' }],
      },
      'test.Spec': { type: 'object', properties: { again: ref('test.Thing') } },
      'test.Unused': { type: 'object' },
    };
    const paths = {
      '/apis/x.test/v1/things': get('test.Thing'),
      '/apis/y.test/v1/others': get('test.Unused'),
      '/healthz': get('test.Unused'),
    };
    const merged = merge({ swagger: '2.0', paths, definitions });
    expect(read(merged.paths)).toEqual({ '/apis/x.test/v1/things': paths['/apis/x.test/v1/things'] });
    expect(definitionsOf(merged)).toEqual({
      'test.Thing': definitions['test.Thing'],
      'test.Spec': definitions['test.Spec'],
    });
    expect(merged.gnostic.length).toBeGreaterThan(0);
  });

  it('keeps a definition that is of another kind than the one of its name at another server', () => {
    const definitionOf = (name: string) => ({ Thing: { type: 'object', [kinds]: [kind(name)] } });
    const paths = { '/apis/x.test/v1/things': get('Thing') };
    const first = merge({ paths, definitions: definitionOf('A') });
    const second = merge({ paths, definitions: definitionOf('B') }, {}, { taken: first.added });
    expect(definitionsOf(second)).toEqual({ Thing_v2: definitionOf('B').Thing });
  });

  it('shares definitions that say the same, whatever the order of their members, and joins their kinds', () => {
    const own = { Meta: { type: 'object', description: 'd', [kinds]: [kind('A'), kind('C')] } };
    const definitions = { Meta: { description: 'd', [kinds]: [kind('B'), kind('C')], type: 'object' } };
    const merged = merge({ paths: { '/apis/x.test/v1/things': get('Meta') }, definitions }, own);
    expect(definitionsOf(merged)).toEqual({});
    expect(merged.joined).toEqual([{ name: 'Meta', kinds: [kind('B')] }]);
    expect(read(merged.paths)).toEqual({ '/apis/x.test/v1/things': get('Meta') });
  });

  it('has other names for definitions that differ, and refers to them by these', () => {
    const own = { Meta: { type: 'object' }, Meta_v2: { type: 'number' } };
    const definitions = { Thing: { properties: { metadata: ref('Meta') } }, Meta: { type: 'string' } };
    const document = { paths: { '/apis/x.test/v1/things': get('Thing') }, definitions };
    const merged = merge(document, own);
    expect(definitionsOf(merged)).toEqual({
      Thing: { properties: { metadata: ref('Meta_v3') } },
      Meta_v3: { type: 'string' },
    });
    const next = merge(document, own, { taken: merged.added, takenPaths: merged.addedPaths });
    expect([read(next.paths), definitionsOf(next)]).toEqual([{}, {}]);
    const other = { ...document, paths: { '/apis/x.test/v2/things': get('Thing') } };
    expect(definitionsOf(merge(other, own, { taken: merged.added }))).toEqual({});
  });

  it('adds nothing of what has not its form, and no member of a prototype', () => {
    const strange = `{"paths":{"/apis/x.test/v1/__proto__":{"get":7},"/apis/x.test/v1/a":[],"__proto__":{}},"definitions":7}`;
    const merged = merge(strange);
    expect(merged.addedPaths).toEqual(['/apis/x.test/v1/__proto__']);
    for (const none of ['null', '7', '[]', '{}', '{"paths":null}']) expect(merge(none).addedPaths).toEqual([]);
    const named = `{"paths":{"/apis/x.test/v1/a":{"$ref":"#/definitions/__proto__"}},"definitions":{"__proto__":{"type":"x"}}}`;
    expect(Buffer.from(merge(named).definitions).toString()).toBe('"__proto__":{"type":"x"}');
    expect(() => merge('{"paths":')).toThrow('JSON');
  });

  it('is refused if it nests without end, or names more than can be read at once', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(() => merge(`{"paths":{"/apis/x.test/v1/a":{"get":${deep}}}}`)).toThrow(RangeError);
    const paths = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`/apis/x.test/v1/${String(at)}`, {}]));
    expect(() => merge({ paths })).toThrow('names too much');
  });
});
