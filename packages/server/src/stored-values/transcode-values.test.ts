import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createApiScheme } from '@keelson/api';
import { decodeJson, encodeJson, encodeProtobuf, groupVersion, sealEnvelope, type Resource } from '@keelson/schema';
import { arbitraryObject } from '@keelson/schema/testing';
import { isUnreadable, openEmbedded, type Storage, type StorageEvent, type StoredValue } from '@keelson/storage';

import { transcodeValues } from './transcode-values.ts';

const scheme = createApiScheme({ includeRetired: true });

let path = '';
let inner: Storage;
let storage: Storage;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-protobuf-'));
  inner = await openEmbedded({ path });
  storage = transcodeValues(inner, scheme);
});

afterEach(async () => {
  await inner.close();
  await rm(path, { recursive: true });
});

/** A field of protobuf that holds bytes, by its number, of fewer than 128 bytes. */
const field = (number: number, ...parts: (string | Buffer)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([(number << 3) | 2, body.length]), body]);
};

/** As kube-apiserver stores an object: what is empty is written all the same. */
const value = (apiVersion: string, kind: string, raw: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('k8s\0'),
    field(1, field(1, apiVersion), field(2, kind)),
    field(2, raw),
    field(3),
    field(4),
  ]);

const names = (name: string, namespace: string): Buffer =>
  field(1, field(1, name), field(2), field(3, namespace), field(4), field(5, 'u-1'), field(6));

const configMap = (name: string): Buffer =>
  value('v1', 'ConfigMap', Buffer.concat([names(name, 'default'), field(2, field(1, 'k'), field(2, 'v'))]));

const written = async (key: string, bytes: Buffer): Promise<number> => {
  const result = await inner.create(`/registry/${key}`, bytes);
  if (!result.ok) throw new Error(`${key} is there already`);
  return result.revision;
};

const read = async (key: string): Promise<StoredValue | undefined> =>
  (await storage.get(`/registry/${key}`)).entry?.value;

const textOf = (stored: StoredValue | undefined): string => {
  if (stored === undefined || isUnreadable(stored)) throw new Error('not readable');
  return Buffer.from(stored).toString();
};

const storedConfigMap = (name: string): string =>
  `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"${name}","namespace":"default","uid":"u-1","creationTimestamp":null},"data":{"k":"v"}}`;

describe('values that kube-apiserver stored in protobuf', () => {
  it('are read as the JSON that this server stores, by key and in ranges', async () => {
    await written('configmaps/default/a', configMap('a'));
    expect(textOf(await read('configmaps/default/a'))).toBe(storedConfigMap('a'));
    const { entries } = await storage.range('/registry/configmaps/');
    expect(entries.map((entry) => textOf(entry.value))).toEqual([storedConfigMap('a')]);
  });

  it('are converted to the stored version of their kind', async () => {
    const raw = Buffer.concat([names('e', 'default'), field(2)]);
    await written('poddisruptionbudgets/default/e', value('policy/v1', 'PodDisruptionBudget', raw));
    expect(JSON.parse(textOf(await read('poddisruptionbudgets/default/e')))).toMatchObject({
      apiVersion: 'policy/v1beta1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'e' },
    });
  });

  it('have the defaults of fields that came after they were stored', async () => {
    const raw = Buffer.concat([names('s', 'default'), field(2, field(4, 'Opaque-not'))]);
    await written('secrets/default/s', value('v1', 'Secret', names('s', 'default')));
    await written('services/specs/default/s', value('v1', 'Service', raw));
    expect(JSON.parse(textOf(await read('secrets/default/s')))).toMatchObject({ type: 'Opaque' });
    expect(JSON.parse(textOf(await read('services/specs/default/s')))).toMatchObject({
      spec: { sessionAffinity: 'None' },
    });
  });

  it('reach watchers and refused writes as well', async () => {
    const events: StorageEvent[] = [];
    const revision = await inner.currentRevision();
    const seen = new Promise<void>((resolve, reject) => {
      const watch = storage.watch('/registry/', revision, {
        onEvents: (more) => {
          events.push(...more);
          watch.close();
          resolve();
        },
        onEnd: reject,
      });
    });
    await written('configmaps/default/a', configMap('a'));
    await seen;
    expect(textOf(events[0]?.value)).toBe(storedConfigMap('a'));
    const refused = await storage.create('/registry/configmaps/default/a', Buffer.from('{}'));
    expect(refused.ok ? '' : textOf(refused.current?.value)).toBe(storedConfigMap('a'));
  });

  it('are unreadable one by one where they are cut off or of a kind that is not known', async () => {
    await written('configmaps/default/a', configMap('a'));
    await written('configmaps/default/b', configMap('b').subarray(0, 40));
    await written('configmaps/default/c', value('v9', 'ConfigMap', names('c', 'default')));
    await written('configmaps/default/d', value('v1', 'ConfigMap', Buffer.from([0x0a, 0x7f, 0x01])));
    const { entries } = await storage.range('/registry/configmaps/');
    const faults = entries.map((entry) => (isUnreadable(entry.value) ? entry.value.fault : 'none'));
    expect(faults).toEqual([
      'none',
      expect.stringContaining('it cannot be decoded: protobuf envelope: '),
      'no kind "ConfigMap" is registered for version "v9"',
      expect.stringContaining('it cannot be decoded: io.k8s.api.core.v1.ConfigMap: '),
    ]);
  });

  it('leave values in other formats as they are', async () => {
    for (const [name, bytes] of [
      ['json', '{"kind":"X'],
      ['enc', 'k8s:enc:x'],
      ['short', 'k8'],
    ] as const) {
      await written(`configmaps/default/${name}`, Buffer.from(bytes));
      expect(textOf(await read(`configmaps/default/${name}`))).toBe(bytes);
    }
  });

  it('have U+FFFD for text that is not UTF-8, as output that was cut off', async () => {
    const data = field(2, field(1, 'k'), field(2, Buffer.from([0x61, 0xe2, 0x82])));
    await written('configmaps/default/a', value('v1', 'ConfigMap', Buffer.concat([names('a', 'default'), data])));
    const json = Buffer.from(storedConfigMap('b').replace('"v"', '"a\u00e2\u0082"'), 'latin1');
    await written('configmaps/default/b', json);
    for (const name of ['a', 'b']) {
      const { entry } = await storage.get(`/registry/configmaps/default/${name}`);
      const text = storedConfigMap(name).replace('"v"', '"a\ufffd"');
      expect([textOf(entry?.value), entry?.isStale]).toEqual([text, true]);
    }
  });

  it('are unreadable under the key of another kind, whichever came first', async () => {
    await written('configmaps/default/a', configMap('a'));
    await written('secrets/default/a', configMap('a'));
    for (const turn of [1, 2]) {
      expect([turn, textOf(await read('configmaps/default/a'))]).toEqual([turn, storedConfigMap('a')]);
      const fault = 'it is a ConfigMap of v1, which does not belong into the folder of its key';
      expect([turn, await read('secrets/default/a')]).toEqual([turn, { fault }]);
    }
  });
});

describe('values in JSON that another server stored, or somebody by hand', () => {
  const put = (key: string, value: object | string) =>
    written(key, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
  const parsed = async (key: string): Promise<unknown> => JSON.parse(textOf(await read(key)));
  const metadata = { name: 'a', namespace: 'default' };

  it('are of the stored version of their kind, and complete', async () => {
    const containers = [{ name: 'c', image: 'i' }];
    await put('pods/default/a', { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } });
    expect(await parsed('pods/default/a')).toMatchObject({
      spec: { restartPolicy: 'Always', containers: [{ imagePullPolicy: 'Always' }] },
    });
    await put('jobs/default/a', { kind: 'Job', apiVersion: 'batch/v1', metadata, spec: { template: {} } });
    expect(await parsed('jobs/default/a')).toMatchObject({ spec: { completionMode: 'NonIndexed', suspend: false } });
    await put('poddisruptionbudgets/default/a', { kind: 'PodDisruptionBudget', apiVersion: 'policy/v1', metadata });
    expect(await parsed('poddisruptionbudgets/default/a')).toMatchObject({ apiVersion: 'policy/v1beta1' });
  });

  it('lose what their kind does not have, and are stale', async () => {
    await put('configmaps/default/a', storedConfigMap('a').replace('"data"', '"odd":1,"data"'));
    const { entry } = await storage.get('/registry/configmaps/default/a');
    expect([textOf(entry?.value), entry?.isStale]).toEqual([storedConfigMap('a'), true]);
  });

  it('are not decoded for a look at their metadata', async () => {
    const text = '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a","namespace":"default"}}';
    await put('secrets/default/a', text);
    const { entries } = await storage.deferred.range('/registry/secrets/');
    const [seen, complete] = entries.flatMap((entry) => {
      const first = textOf(storage.deferred.peek(entry));
      return [first, textOf(storage.deferred.read(entry).value)];
    });
    expect(seen).toBe(text);
    expect(JSON.parse(complete ?? '')).toMatchObject({ type: 'Opaque' });
  });

  it('are as they are where nothing is missing, but for white space around them', async () => {
    await put('configmaps/default/a', `${storedConfigMap('a')}\n`);
    const { entry } = await storage.get('/registry/configmaps/default/a');
    expect([textOf(entry?.value), entry?.isStale === true]).toEqual([storedConfigMap('a'), false]);
  });

  it('are unreadable where they are no object of the kind of their key', async () => {
    const text = storedConfigMap('a');
    for (const [value, fault] of [
      [text.replace('{"k":"v"}', '"v"'), 'it cannot be decoded: json: cannot unmarshal string into Go struct field '],
      [text.replace('"v1"', '"v9"'), 'no kind "ConfigMap" is registered for version "v9"'],
      [
        text.replace('"ConfigMap"', '"Secret"'),
        'it is a Secret of v1, which does not belong into the folder of its key',
      ],
      [text.replace('"kind":"ConfigMap",', ''), 'no kind "" is registered for version "v1"'],
      ['[1]', 'no kind "" is registered for version ""'],
      ['null', 'no kind "" is registered for version ""'],
      [text.replace('{"k":', `{"k":${'['.repeat(20_000)}${']'.repeat(20_000)},"l":`), 'it nests deeper than '],
    ] as const) {
      await inner.create('/registry/configmaps/default/a', Buffer.from(value));
      expect(await read('configmaps/default/a')).toEqual({ fault: expect.stringContaining(fault) });
      const { entry } = await inner.get('/registry/configmaps/default/a');
      await inner.delete('/registry/configmaps/default/a', entry?.revision ?? 0);
    }
  });
});

describe('services that a server before 1.20 stored', () => {
  const object = {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: { name: 'a', namespace: 'default' },
    spec: { ports: [{ port: 80 }], clusterIP: '10.0.0.77' },
  };
  const headless = { ...object, spec: { clusterIP: 'None', selector: { app: 'a' } } };
  const inProtobuf = (value: typeof object | typeof headless): Buffer => {
    const message = scheme.resource('', 'v1', 'services')?.message;
    if (message === undefined) throw new Error('no kind');
    const decoded = decodeJson(message, value);
    if (!decoded.ok) throw new Error(decoded.message);
    return Buffer.from(sealEnvelope({ kind: 'Service', apiVersion: 'v1' }, encodeProtobuf(message, decoded.object)));
  };
  const inJson = (value: object): Buffer => Buffer.from(JSON.stringify(value));
  const specOf = (stored: StoredValue | undefined): unknown =>
    (JSON.parse(textOf(stored)) as { readonly spec: unknown }).spec;

  it.each([
    ['JSON', inJson],
    ['protobuf', inProtobuf],
  ])('have the lists of addresses and families that 1.24 shows, in %s', async (_, encode) => {
    await written('services/specs/default/a', encode(object));
    const complete = { clusterIPs: ['10.0.0.77'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' };
    expect(specOf(await read('services/specs/default/a'))).toMatchObject(complete);
    const { entries } = await storage.range('/registry/services/specs/');
    expect(entries.map((entry) => specOf(entry.value))).toEqual([expect.objectContaining(complete)]);
    const deferred = await storage.deferred.range('/registry/services/specs/');
    const shown = deferred.entries.map((entry) => specOf(storage.deferred.read(entry).value));
    expect(shown).toEqual([expect.objectContaining(complete)]);
  });

  it.each([
    ['JSON', inJson],
    ['protobuf', inProtobuf],
  ])('have the first family of the cluster where they have no address, in %s', async (_, encode) => {
    await written('services/specs/default/a', encode(headless));
    expect(specOf(await read('services/specs/default/a'))).toMatchObject({ ipFamilies: ['IPv4'] });
    const other = transcodeValues(inner, scheme, 'application/json', 'IPv6');
    const { entry } = await other.get('/registry/services/specs/default/a');
    expect(specOf(entry?.value)).toMatchObject({ clusterIPs: ['None'], ipFamilies: ['IPv6'] });
  });
});

describe('values in JSON that this server stored', () => {
  /** Not complete: as it is only where it is not looked into. */
  const bare = '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"default"},"spec":{}}';
  const stored = async (key: string): Promise<Buffer> => Buffer.from((await inner.get(key)).entry?.value as Uint8Array);

  it('are not decoded again, and are plain JSON for others', async () => {
    await storage.create('/registry/pods/default/a', Buffer.from(bare));
    const { entry } = await storage.get('/registry/pods/default/a');
    expect([textOf(entry?.value), entry?.isStale === true]).toEqual([bare, false]);
    const bytes = await stored('/registry/pods/default/a');
    expect(JSON.parse(bytes.toString())).toEqual(JSON.parse(bare));
    // Older servers send it as it is, an event in a line.
    expect([bytes.includes('\n'), bytes.includes('\r')]).toEqual([false, false]);
  });

  it('are those of somebody else once they were edited, cut or moved to another kind', async () => {
    await storage.create('/registry/pods/default/a', Buffer.from(bare));
    const value = (await stored('/registry/pods/default/a')).toString();
    const others = [value.replace('"a"', '"b"'), value.slice(0, -1), value.trimEnd(), `${value}\n`, `${value} `];
    for (const [index, other] of others.entries()) {
      await written(`pods/default/${index}`, Buffer.from(other));
      expect([index, textOf(await read(`pods/default/${index}`))]).toEqual([index, expect.stringContaining('Always')]);
    }
    await written('secrets/default/a', Buffer.from(value));
    expect(await read('secrets/default/a')).toEqual({ fault: expect.stringContaining('it is a Pod of v1') });
  });
});

/** The stored versions of all built-in kinds. */
const storedResources = (): readonly Resource[] => [
  ...new Set(scheme.resources().flatMap((each) => (each.storage.kind === 'stored' ? [scheme.storageOf(each)] : []))),
];

const keyOf = ({ storage: place, scope }: Resource, name: string): string =>
  `/registry/${place.kind === 'stored' ? place.prefix : ''}/${scope === 'Namespaced' ? 'default/' : ''}${name}`;

const objectOf = (resource: Resource, name: string): Buffer => {
  const [sample] = fc.sample(arbitraryObject(resource.message, 4), { seed: 20_260_101, numRuns: 1 });
  const { metadata, ...rest } = sample as { readonly metadata?: object };
  const typeMeta = { kind: resource.kind, apiVersion: groupVersion(resource) };
  return Buffer.from(
    encodeJson(resource.message, { ...typeMeta, metadata: { ...metadata, name }, ...rest, ...typeMeta }),
  );
};

describe('values that are to be written in protobuf', () => {
  const protobuf = () => transcodeValues(inner, scheme, 'application/vnd.kubernetes.protobuf');

  it('are read as they were written, by either form, whatever the kind', async () => {
    const checkKind = async (resource: Resource): Promise<void> => {
      const [first, second] = [keyOf(resource, 'a'), keyOf(resource, 'b')];
      await protobuf().create(first, objectOf(resource, 'a'));
      // As written once defaults are filled in.
      const complete = textOf((await storage.get(first)).entry?.value);
      await protobuf().create(second, Buffer.from(complete));
      for (const each of [storage, protobuf()]) expect(textOf((await each.get(second)).entry?.value)).toBe(complete);
      const { entry } = await inner.get(second);
      const isJson = resource.storage.kind === 'stored' && resource.storage.isAlwaysJson === true;
      const start = textOf(entry?.value).slice(0, 4);
      expect([resource.kind, start]).toEqual([resource.kind, isJson ? '{"ki' : 'k8s\0']);
    };
    await Promise.all(storedResources().map(checkKind));
  });

  it('are the same bytes for the same object', async () => {
    const value = Buffer.from(storedConfigMap('a').replace('"data":{"k":"v"}', '"data":{"b":"2","a":"1"}'));
    const other = Buffer.from(storedConfigMap('a').replace('"data":{"k":"v"}', '"data":{"a":"1","b":"2"}'));
    const bytes: string[] = [];
    for (const [name, each] of [
      ['a', value],
      ['b', other],
    ] as const) {
      await protobuf().create(`/registry/configmaps/default/${name}`, each);
      bytes.push(textOf((await inner.get(`/registry/configmaps/default/${name}`)).entry?.value));
    }
    expect(bytes[0]).toBe(bytes[1]);
  });

  it('keep whole numbers that no double holds', async () => {
    const text =
      '{"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"l","namespace":"default","generation":9007199254740993,"creationTimestamp":null},"spec":{}}';
    await protobuf().create('/registry/leases/default/l', Buffer.from(text));
    expect(textOf(await read('leases/default/l'))).toBe(text);
  });

  it('leave custom objects, and keys that no kind has, as they are', async () => {
    const text = '{"kind":"Widget","apiVersion":"example.com/v1","metadata":{"name":"w","namespace":"default"}}';
    for (const key of ['example.com/widgets/default/w', 'masterleases/10.0.0.1', 'ranges/claims/ports/1']) {
      await protobuf().create(`/registry/${key}`, Buffer.from(text));
      expect(textOf((await inner.get(`/registry/${key}`)).entry?.value)).toBe(text);
    }
  });

  it('are stale while they are stored in the other form, and not afterwards', async () => {
    await written('configmaps/default/p', configMap('p'));
    await written('configmaps/default/j', Buffer.from(storedConfigMap('j')));
    const stale = async (each: Storage) =>
      (await each.range('/registry/configmaps/')).entries.map((entry) => entry.isStale === true);
    expect(await stale(storage)).toEqual([false, true]);
    expect(await stale(protobuf())).toEqual([true, false]);
    const { entry } = await inner.get('/registry/configmaps/default/j');
    await protobuf().update('/registry/configmaps/default/j', Buffer.from(storedConfigMap('j')), entry?.revision ?? 0);
    expect(await stale(protobuf())).toEqual([false, false]);
  });
});
