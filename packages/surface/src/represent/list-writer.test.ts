import { describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import { encodeOnce } from '@keelson/cache';
import type { ObjectVersion } from '@keelson/cache';
import { formOf } from '@keelson/registry';
import { decodeProtobuf, encodeProtobuf, openEnvelope, parseYaml, stringifyJson, stringifyYaml } from '@keelson/schema';
import type { JsonValue, Resource } from '@keelson/schema';
import { isPromise } from '@keelson/telemetry';

import type { Representation } from '../negotiate/accept.ts';
import { createJoinedItems } from './joined-items.ts';
import { encodeByRecipe } from './encode-by-recipe.ts';
import type { ListContext } from './list-context.ts';
import { writeList } from './list-writer.ts';
import type { EncodeElsewhere, Recipe } from './recipe.ts';

const scheme = createApiScheme();

function find(group: string, version: string, plural: string): Resource {
  const found = scheme.resource(group, version, plural);
  if (found === undefined) throw new Error(`there are no ${plural}`);
  return found;
}

const configMaps = find('', 'v1', 'configmaps');

function objectVersion(value: object, revision: number): ObjectVersion {
  const bytes = Buffer.from(JSON.stringify(value));
  return { key: `/k/${String(revision)}`, revision, value: bytes, attributes: undefined, derived: undefined };
}

const configMap = (name: string, text: string) => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
  data: { text },
});

const tricky = 'a "quoted" text,\n"items": []\nitems: []\n<&>';
const objects = [configMap('a', 'x'), configMap('b', tricky), configMap('c', '')].map(objectVersion);
const metadata = { resourceVersion: '9', continue: 'token', remainingItemCount: 3 };

let derivations = 0;

async function write(
  representation: Partial<Representation>,
  more: Partial<ListContext> = {},
  items = objects,
): Promise<Buffer> {
  const context: ListContext = {
    scheme,
    form: formOf(configMaps),
    wanted: configMaps,
    representation: { encoding: 'json', view: 'object', metaVersion: 'v1', isPretty: false, ...representation },
    metaVersion: 'v1',
    includeObject: 'Metadata',
    now: () => new Date('2026-01-01T00:01:00Z'),
    joined: createJoinedItems(1024 * 1024),
    derive: (object, encoding) => {
      for (let link = object.derived; link !== undefined; link = link.next)
        if (link.key === encoding.key) return link.bytes;
      derivations += 1;
      const bytes = encodeOnce(object, encoding);
      if (isPromise(bytes) || encoding.key === undefined) return bytes;
      object.derived = { key: encoding.key, bytes, next: object.derived };
      return bytes;
    },
    ...more,
  };
  const { pieces, bytes } = writeList(context, { objects: items, form: context.form, ...metadata });
  const held: Uint8Array[] = [];
  for await (const piece of pieces) held.push(piece);
  const written = Buffer.concat(held);
  expect(bytes ?? written.length).toBe(written.length);
  return written;
}

const parsed = (bytes: Buffer): JsonValue => JSON.parse(bytes.toString()) as JsonValue;

const expected = {
  kind: 'ConfigMapList',
  apiVersion: 'v1',
  metadata,
  items: [configMap('a', 'x'), configMap('b', tricky), configMap('c', '')].map(({ metadata: own, data }) => ({
    metadata: own,
    data,
  })),
};

describe('a list that is written piece by piece', () => {
  it('is JSON of the stored bytes', async () => {
    expect(parsed(await write({}))).toEqual(expected);
    expect(parsed(await write({}, {}, []))).toEqual({ ...expected, items: [] });
  });

  it.each([
    ['JSON', { encoding: 'json' }],
    ['laid out JSON', { encoding: 'json', isPretty: true }],
    ['YAML', { encoding: 'yaml' }],
  ] as const)('has null for items where it is one of metadata without any, in %s', async (_name, form) => {
    const written = (await write({ ...form, view: 'metadataList' }, {}, [])).toString();
    expect(parseYaml(written)).toMatchObject({
      ok: true,
      documents: [{ kind: 'PartialObjectMetadataList', items: null }],
    });
  });

  it('is laid out as if it were whole', async () => {
    expect((await write({ isPretty: true })).toString()).toBe(stringifyJson(expected, 2));
    expect((await write({ isPretty: true }, {}, [])).toString()).toBe(stringifyJson({ ...expected, items: [] }, 2));
  });

  it('is YAML as if it were whole', async () => {
    expect((await write({ encoding: 'yaml' })).toString()).toBe(stringifyYaml(expected));
    expect(parseYaml((await write({ encoding: 'yaml' }, {}, [])).toString())).toEqual({
      ok: true,
      documents: [{ ...expected, items: [] }],
    });
  });

  it('is protobuf as if it were whole', async () => {
    const opened = openEnvelope(await write({ encoding: 'protobuf' }));
    if (!opened.ok || configMaps.list === undefined) throw new Error('it is no envelope');
    expect(opened.envelope.typeMeta).toEqual({ kind: 'ConfigMapList', apiVersion: 'v1' });
    const list = decodeProtobuf(configMaps.list, opened.envelope.raw);
    if (!list.ok) throw new Error(list.message);
    expect(list.object).toMatchObject({ metadata, items: [{ data: { text: 'x' } }, { data: { text: tricky } }, {}] });
    expect(Buffer.from(encodeProtobuf(configMaps.list, list.object)).equals(Buffer.from(opened.envelope.raw))).toBe(
      true,
    );
  });

  it('is metadata alone, in JSON and in protobuf', async () => {
    const view = 'metadataList';
    expect(parsed(await write({ view }))).toMatchObject({
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      items: [{ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'a' } }, {}, {}],
    });
    const opened = openEnvelope(await write({ view, encoding: 'protobuf' }));
    expect(opened).toMatchObject({ ok: true, envelope: { typeMeta: { kind: 'PartialObjectMetadataList' } } });
  });

  it('is another version than the stored one', async () => {
    const jobs = find('batch', 'v1', 'cronjobs');
    const older = find('batch', 'v1beta1', 'cronjobs');
    const job = { kind: 'CronJob', apiVersion: 'batch/v1', metadata: { name: 'a' }, spec: { schedule: '* * * * *' } };
    const list = parsed(await write({}, { form: formOf(jobs), wanted: older }, [objectVersion(job, 1)]));
    expect(list).toMatchObject({
      kind: 'CronJobList',
      apiVersion: 'batch/v1beta1',
      items: [{ metadata: { name: 'a' } }],
    });
    expect(JSON.stringify(list)).not.toContain('"batch/v1"');
  });

  it('encodes each object once', async () => {
    await write({ encoding: 'protobuf' });
    const before = derivations;
    await write({ encoding: 'protobuf' });
    expect(derivations).toBe(before);
  });
});

describe('a table that is written piece by piece', () => {
  const view = 'table';
  const cellsOf = (bytes: Buffer) => (parsed(bytes) as { rows: { cells: unknown[] }[] }).rows.map(({ cells }) => cells);

  it('has its columns, its rows and their metadata', async () => {
    expect(parsed(await write({ view }))).toMatchObject({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata,
      columnDefinitions: [{ name: 'Name' }, { name: 'Data' }, { name: 'Age' }],
      rows: [{ cells: ['a', 1, '60s'], object: { kind: 'PartialObjectMetadata', metadata: { name: 'a' } } }, {}, {}],
    });
    expect(parsed(await write({ view }, { includeObject: 'None' }))).toMatchObject({
      rows: [{ object: null }, {}, {}],
    });
    expect(parsed(await write({ view }, { includeObject: 'Object' }))).toMatchObject({
      rows: [{ object: { data: {} } }, {}, {}],
    });
  });

  it('ages, although its rows are kept', async () => {
    await write({ view });
    const before = derivations;
    const later = { now: () => new Date('2026-01-03T00:00:00Z') };
    expect(cellsOf(await write({ view }, later))).toEqual([
      ['a', 1, '2d'],
      ['b', 1, '2d'],
      ['c', 1, '2d'],
    ]);
    expect(derivations).toBe(before);
  });

  it('does not keep rows of which more depends on the time', async () => {
    const jobs = find('batch', 'v1', 'jobs');
    const running = {
      kind: 'Job',
      apiVersion: 'batch/v1',
      metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
      spec: { completions: 1, template: { spec: { containers: [] } } },
      status: { startTime: '2026-01-01T00:00:00Z' },
    };
    const at = async (now: string) =>
      cellsOf(await write({ view }, { form: formOf(jobs), wanted: jobs, now: () => new Date(now) }, [job]))[0]?.slice(
        2,
        4,
      );
    const job = objectVersion(running, 1);
    expect(await at('2026-01-01T00:01:00Z')).toEqual(['60s', '60s']);
    expect(await at('2026-01-01T01:00:00Z')).toEqual(['60m', '60m']);
  });
});

describe('objects that are large', () => {
  const large = objectVersion(configMap('large', 'x'.repeat(100_000)), 7);
  const items = [...objects, large];
  const representations: readonly Partial<Representation>[] = [
    { encoding: 'protobuf' },
    { encoding: 'yaml' },
    { view: 'table' },
    { view: 'table', isPretty: true },
    { view: 'table', encoding: 'yaml' },
    { view: 'metadataList' },
    { view: 'metadataList', encoding: 'protobuf' },
    { view: 'metadataList', encoding: 'yaml' },
  ];

  it.each(representations)('are encoded elsewhere, to the same bytes: %j', async (representation) => {
    const asked: string[] = [];
    const elsewhere: EncodeElsewhere = (recipe, { key, revision, value }) => {
      asked.push(key);
      // As it arrives on another thread.
      const copy = { key, revision, value, attributes: undefined, derived: undefined };
      return Promise.resolve(encodeByRecipe(scheme, structuredClone(recipe), copy));
    };
    const forget = (): void => items.forEach((object) => (object.derived = undefined));
    forget();
    const now = (): Date => new Date();
    const here = await write(representation, { now }, items);
    forget();
    const there = await write(representation, { now, elsewhere }, items);
    expect(there.toString()).toBe(here.toString());
    expect(asked).toContain(large.key);
    expect(asked).not.toContain('/k/0');
  });

  it('of another version are encoded elsewhere too', async () => {
    const [jobs, older] = [find('batch', 'v1', 'cronjobs'), find('batch', 'v1beta1', 'cronjobs')];
    const metadata = { name: 'a', annotations: { text: 'x'.repeat(100_000) } };
    const job = { kind: 'CronJob', apiVersion: 'batch/v1', metadata, spec: { schedule: '* * * * *' } };
    const asked: Recipe[] = [];
    const elsewhere: EncodeElsewhere = (recipe, object) => {
      asked.push(recipe);
      return Promise.resolve(encodeByRecipe(scheme, recipe, object));
    };
    const context = { form: formOf(jobs), wanted: older, elsewhere };
    expect(parsed(await write({}, context, [objectVersion(job, 1)]))).toMatchObject({ items: [{ spec: job.spec }] });
    expect(asked).toMatchObject([{ shape: 'whole', from: { version: 'v1' }, to: { version: 'v1beta1' } }]);
  });
});

describe('a list for people', () => {
  it('leaves those objects compact that would take too much room, and lays out the others', async () => {
    const deep = { ...configMap('deep', ''), data: nested(2_500) };
    const text = (await write({ isPretty: true }, {}, [deep, configMap('a', 'x')].map(objectVersion))).toString();
    expect(text.length).toBeLessThan(100_000);
    expect(text).toContain('"namespace":"default"');
    expect(text).toContain('"namespace": "default"');
    expect(JSON.parse(text)).toMatchObject({ items: [{ metadata: { name: 'deep' } }, { metadata: { name: 'a' } }] });
  });
});

function nested(depth: number): JsonValue {
  let value: JsonValue = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe('an empty table', () => {
  const limitRanges = find('', 'v1', 'limitranges');
  const rowsOf = async (resource: Resource, isPretty: boolean): Promise<unknown> => {
    const wanted = { form: formOf(resource), wanted: resource };
    const text = (await write({ view: 'table', isPretty }, wanted, [])).toString();
    return (JSON.parse(text) as { rows: unknown }).rows;
  };

  it.each([false, true])('has rows of its own where the kind has columns of its own (pretty: %s)', async (isPretty) => {
    expect(await rowsOf(configMaps, isPretty)).toEqual([]);
    expect(await rowsOf(limitRanges, isPretty)).toBeNull();
  });
});

describe('a table of a kind whose rows have an order', () => {
  const flowSchema = (version: string) => (name: string, matchingPrecedence: number) => ({
    kind: 'FlowSchema',
    apiVersion: `flowcontrol.apiserver.k8s.io/${version}`,
    metadata: { name, creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { priorityLevelConfiguration: { name: 'exempt' }, matchingPrecedence },
    status: {},
  });
  const namesIn = async (version: string, representation: Partial<Representation>): Promise<string[]> => {
    const [wanted, stored] = [version, 'v1beta1'].map((each) =>
      find('flowcontrol.apiserver.k8s.io', each, 'flowschemas'),
    );
    if (wanted === undefined || stored === undefined) throw new Error('not declared');
    const make = flowSchema('v1beta1');
    const items = [make('a', 9000), make('c', 2), make('d', 1), make('b', 2)].map(objectVersion);
    const text = (await write(representation, { form: formOf(stored), wanted }, items)).toString();
    const parsed = parseYaml(text);
    if (!parsed.ok) throw new Error(parsed.message);
    const [list] = parsed.documents as unknown as [
      { rows?: { cells: string[] }[]; items?: { metadata: { name: string } }[] },
    ];
    return list.rows?.map(({ cells: [name = ''] }) => name) ?? list.items?.map((each) => each.metadata.name) ?? [];
  };

  it.each(['v1beta1', 'v1beta2'])('lists them in that order (%s)', async (version) => {
    const sorted = ['d', 'b', 'c', 'a'];
    expect(await namesIn(version, { view: 'table' })).toEqual(sorted);
    expect(await namesIn(version, { view: 'table', isPretty: true })).toEqual(sorted);
    expect(await namesIn(version, { view: 'table', encoding: 'yaml' })).toEqual(sorted);
    expect(await namesIn(version, { view: 'object' })).toEqual(['a', 'c', 'd', 'b']);
  });
});
