import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createApiScheme, findOwnServiceKinds } from '@keelson/api';
import { decodeJson, encodeProtobuf, sealEnvelope } from '@keelson/schema';
import { transcodeValues } from '@keelson/server';
import {
  encryptStorage,
  openEmbedded,
  parseEncryptionConfiguration,
  type FirstKey,
  type Storage,
  type StoredValue,
} from '@keelson/storage';

import { run } from '../run.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';
import { checkStore } from './check-store.ts';
import { printCheck } from './print-check.ts';

let path = '';
let storage: Storage;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-adopt-'));
  storage = await openEmbedded({ path });
});

afterEach(async () => {
  await storage.close();
  await rm(path, { recursive: true });
});

const scheme = createApiScheme();
const protobuf = () => transcodeValues(storage, scheme, 'application/vnd.kubernetes.protobuf');

async function put(key: string, value: object | Buffer, into: Storage = storage): Promise<void> {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  const made = await into.create(`/registry/${key}`, bytes);
  expect(made.ok).toBe(true);
}

const named = (kind: string, name: string, namespace?: string) => ({
  kind,
  apiVersion: 'v1',
  metadata: { name, ...(namespace !== undefined && { namespace }) },
});

const lease = (ip: string) => ({
  ...named('Endpoints', ''),
  metadata: { generation: 7 },
  subsets: [{ addresses: [{ ip }] }],
});

const leaseInProtobuf = (ip: string): Buffer => {
  const { message } = findOwnServiceKinds(scheme).endpoints;
  const decoded = decodeJson(message, lease(ip));
  if (!decoded.ok) throw new Error(decoded.message);
  return Buffer.from(sealEnvelope({ kind: 'Endpoints', apiVersion: 'v1' }, encodeProtobuf(message, decoded.object)));
};

const configMap = (name: string) => ({ ...named('ConfigMap', name, 'default'), data: { k: 'v' } });

const definition = {
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
  status: { storedVersions: ['v1'] },
};

const widget = (version: string, name: string) => ({
  kind: 'Widget',
  apiVersion: `example.com/${version}`,
  metadata: { name, namespace: 'default' },
});

type Options = Parameters<typeof checkStore>[1];

const check = (encryption?: Options['encryption'], more: Partial<Options> = {}) =>
  checkStore(storage, { encryption, domain: 'k8s.io', onProgress: () => undefined, ...more });

const secret = Buffer.alloc(32, 7).toString('base64');
const configurationOf = (provider: string, resource = 'secrets') => {
  const parsed = parseEncryptionConfiguration(
    JSON.stringify({
      kind: 'EncryptionConfiguration',
      apiVersion: 'apiserver.config.k8s.io/v1',
      resources: [
        { resources: [resource], providers: [{ [provider]: { keys: [{ name: 'k1', secret }] } }, { identity: {} }] },
      ],
    }),
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.configuration;
};

describe('the check of a store', () => {
  it('counts objects by resource, version and media type, and says which flags fit', async () => {
    await put('configmaps/default/a', configMap('a'), protobuf());
    await put('configmaps/default/b', configMap('b'));
    await put('minions/n', named('Node', 'n'), protobuf());
    await put('services/specs/default/s', named('Service', 's', 'default'));
    await put('apiextensions.k8s.io/customresourcedefinitions/widgets.example.com', definition);
    await put('example.com/widgets/default/w', widget('v1', 'w'));
    await put('ranges/serviceips', { ...named('RangeAllocation', ''), range: '10.0.0.0/24', data: 'Bw==' });
    await put('ranges/servicenodeports', { ...named('RangeAllocation', ''), range: '30000-32767', data: '' });
    await put('ranges/claims/ports/30000', {});
    await put('masterleases/10.0.0.9', lease('10.0.0.9'));
    const report = await check();
    expect(report).toMatchObject({
      keys: 10,
      ownKeys: 1,
      isUnderstood: true,
      apiServers: ['10.0.0.9'],
      ranges: [
        { name: 'serviceips', range: '10.0.0.0/24', taken: 3 },
        { name: 'servicenodeports', range: '30000-32767', taken: 0 },
      ],
      flags: [
        '--service-cluster-ip-range=10.0.0.0/24',
        '--service-node-port-range=30000-32767',
        '--storage-media-type=application/vnd.kubernetes.protobuf',
        '--advertise-address=ADDRESS, as the other servers have theirs',
      ],
    });
    const forms = report.resources.map(({ resource, objects, forms: each }) => [resource, objects, each.length]);
    expect(forms).toEqual([
      ['configmaps', 2, 2],
      ['customresourcedefinitions.apiextensions.k8s.io', 1, 1],
      ['nodes', 1, 1],
      ['services', 1, 1],
      ['widgets.example.com', 1, 1],
    ]);
    expect(printCheck(report)).toMatch(/configmaps +2 +\d+ +v1 protobuf \(1\); v1 JSON \(1\) +-\n/);
    expect(printCheck(report)).toContain('Everything is understood.');
  });

  it('names what would not be understood, with the reason', async () => {
    await put('configmaps/default/cut', Buffer.from('{"kind":"ConfigMap"'));
    await put('configmaps/default/moved', configMap('other'));
    const text = JSON.stringify(configMap('bytes'));
    // Is read, with U+FFFD.
    await put('configmaps/default/bytes', Buffer.from(text.replace('"v"}', '"\u00ff"}'), 'latin1'));
    // The last one counts, as it does for a server.
    await put('configmaps/default/bytes-twice', Buffer.from(text.replace('"name":', '"name":"bytes-twice","name":')));
    await put('configmaps/default/kind', named('Secret', 'kind', 'default'));
    await put('configmaps/default/newer', { ...configMap('newer'), apiVersion: 'v9' });
    await put('configmaps/default/fields', { ...configMap('fields'), shiny: { new: true } });
    await put('configmaps/default/typed', { ...configMap('typed'), data: 'text' });
    await put('configmaps/stray', configMap('stray'));
    await put('gadgets.example.org/gadgets/default/g', {});
    await put('apiextensions.k8s.io/customresourcedefinitions/widgets.example.com', definition);
    await put('example.com/widgets/default/w', widget('v7', 'w'));
    const large = JSON.stringify(widget('v1', 'large'));
    await put('example.com/widgets/default/large', Buffer.from(large.replace('{', '{"size":1e400,')));
    const { notUnderstood, unknown, isUnderstood } = await check();
    expect(isUnderstood).toBe(false);
    const reasons = Object.fromEntries(
      notUnderstood.map(({ key, reason }) => [key.slice('/registry/'.length), reason]),
    );
    expect(reasons).toEqual({
      'configmaps/default/cut': expect.stringContaining('the stored value is not JSON'),
      'configmaps/default/moved': 'its metadata.name is not the name in its key',
      'configmaps/default/bytes-twice': 'its metadata.name is not the name in its key',
      'configmaps/default/kind': 'it is a Secret of v1, which does not belong into the folder of its key',
      'configmaps/default/newer': 'no kind "ConfigMap" is registered for version "v9"',
      'configmaps/default/fields': 'fields that are unknown here, and lost with the next write: shiny',
      'configmaps/stray': 'no object of configmaps can have such a key',
      'configmaps/default/typed': expect.stringContaining('it cannot be decoded: json: cannot unmarshal string'),
      'example.com/widgets/default/large': expect.stringContaining('it cannot be decoded: '),
      'example.com/widgets/default/w': 'request to convert CR from an invalid group/version: example.com/v7',
    });
    expect(unknown).toEqual([{ folder: 'gadgets.example.org/gadgets', keys: 1 }]);
  });

  it('names what is too large to be written here', async () => {
    await put('configmaps/default/a', configMap('a'));
    // An etcd with another limit has more than a store of this server takes.
    const larger: Storage = {
      ...storage,
      range: async (prefix, options) => {
        const page = await storage.range(prefix, options);
        const entries = page.entries.map((entry) => ({ ...entry, value: padded(entry.value) }));
        return { ...page, entries };
      },
    };
    const padded = (value: StoredValue): Buffer =>
      Buffer.concat([Buffer.from(value as Uint8Array), Buffer.alloc(1_500_000, ' ')]);
    const options = { encryption: undefined, domain: 'k8s.io', onProgress: () => undefined };
    const { notUnderstood, isUnderstood } = await checkStore(larger, options);
    expect(isUnderstood).toBe(false);
    const reason = expect.stringMatching(/^it has 1,500,\d+ bytes, more than are written here/);
    expect(notUnderstood).toEqual([{ key: '/registry/configmaps/default/a', reason }]);
  });

  it('goes on over definitions of any shape, which define nothing', async () => {
    const folder = 'apiextensions.k8s.io/customresourcedefinitions';
    const specs = [
      null,
      7,
      {},
      { ...definition.spec, versions: null },
      { ...definition.spec, versions: 5, names: null },
    ];
    for (const [index, spec] of specs.entries())
      await put(`${folder}/odd-${index}`, { ...definition, metadata: { name: `odd-${index}` }, spec, status: {} });
    await put(`${folder}/plain`, Buffer.from('7'));
    await put('example.com/widgets/default/w', widget('v1', 'w'));
    const { notUnderstood } = await check();
    const odd = notUnderstood.map(({ key }) => key.slice('/registry/'.length));
    const widgets = 'example.com/widgets/default/w';
    expect(odd).toEqual([`${folder}/odd-1`, `${folder}/odd-4`, `${folder}/plain`, widgets]);
    expect(notUnderstood.at(-1)?.reason).toBe('request to convert CR from an invalid group/version: example.com/v1');
  });

  it('finds fields of protobuf that no version here has', async () => {
    await put('configmaps/default/a', configMap('a'), protobuf());
    const { entry } = await storage.get('/registry/configmaps/default/a');
    const stored = Buffer.from(entry?.value as Uint8Array);
    // Field 99 of the object, at the end of the raw bytes: two bytes of tag, one of length, one of content.
    const raw = Buffer.concat([
      stored.subarray(stored.indexOf(0x12, 18) + 2, -4),
      Buffer.from([0x9a, 0x06, 0x01, 0x41]),
    ]);
    const head = stored.subarray(0, stored.indexOf(0x12, 18));
    await put('configmaps/default/b', configMap('b'), protobuf());
    const next = Buffer.concat([head, Buffer.from([0x12, raw.length]), raw, stored.subarray(-4)]);
    await storage.update('/registry/configmaps/default/a', next, entry?.revision ?? 0);
    const { notUnderstood } = await check();
    expect(notUnderstood).toEqual([
      {
        key: '/registry/configmaps/default/a',
        reason: 'fields that are unknown here, and lost with the next write: io.k8s.api.core.v1.ConfigMap field 99',
      },
    ]);
  });

  it('decrypts with the keys it is given, and names those that are missing', async () => {
    const encrypted = encryptStorage(storage, configurationOf('aesgcm'));
    await put('secrets/default/s', named('Secret', 's', 'default'), encrypted);
    expect(await check(configurationOf('aesgcm'))).toMatchObject({
      isUnderstood: true,
      resources: [
        { resource: 'secrets', forms: [{ apiVersion: 'v1', mediaType: 'JSON', encryption: 'aesgcm:v1:k1' }] },
      ],
      flags: ['--encryption-provider-config=FILE with aesgcm:v1:k1'],
    });
    const without = await check();
    expect(without).toMatchObject({
      isUnderstood: false,
      flags: ['--encryption-provider-config=FILE with aesgcm:v1:k1'],
    });
    expect(without.notUnderstood[0]?.reason).toContain('identity transformer tried to read encrypted data');
    expect(printCheck(without)).toContain('Not everything is understood');
  });

  it('advises to write the formats of kube-apiserver while one is alive', async () => {
    const encrypted = encryptStorage(storage, configurationOf('aescbc'), { unboundValues: 'write' });
    await put('secrets/default/s', named('Secret', 's', 'default'), encrypted);
    const advice = async () =>
      (await check(configurationOf('aescbc'))).flags.filter((flag) => flag.includes('unbound'));
    expect(await advice()).toEqual(['--encryption-unbound-values=read']);
    await put('masterleases/10.0.0.9', lease('10.0.0.9'));
    expect(await advice()).toEqual(['--encryption-unbound-values=write']);
  });

  it('takes the addresses of API servers out of their leases, and names leases that have none', async () => {
    await put('masterleases/10.0.0.8', leaseInProtobuf('10.0.0.8'));
    await put('masterleases/10.0.0.9', lease('10.0.0.7'));
    await put('masterleases/9.9.9.9', Buffer.from('garbage'));
    await put('masterleases/not-an-ip', { ...lease(''), subsets: [] });
    await put('masterleases/a/b', lease('nobody'));
    const { apiServers, notUnderstood, unknown, isUnderstood } = await check();
    expect([apiServers, unknown, isUnderstood]).toEqual([['10.0.0.8', '10.0.0.7'], [], false]);
    const start = 'it is the lease of an API server and ';
    const end = (key: string) =>
      `; it counts for none, and if no server renews it, etcdctl del /registry/masterleases/${key} removes it`;
    expect(notUnderstood.map(({ key, reason }) => [key, reason])).toEqual([
      ['/registry/masterleases/9.9.9.9', expect.stringContaining(`${start}it is not JSON`)],
      ['/registry/masterleases/a/b', `${start}"nobody" is not an address that clients can be sent to${end('a/b')}`],
      ['/registry/masterleases/not-an-ip', `${start}it has no address in its first subset${end('not-an-ip')}`],
    ]);
    expect(notUnderstood[0]?.reason).toContain(end('9.9.9.9'));
  });

  it('warns of custom objects that are encrypted, or will be, while a kube-apiserver is alive', async () => {
    const custom = configurationOf('aesgcm', 'widgets.example.com');
    await put('apiextensions.k8s.io/customresourcedefinitions/widgets.example.com', definition);
    await put('masterleases/10.0.0.8', { ...lease('10.0.0.8'), metadata: { name: '10.0.0.8' } });
    expect(await check(custom)).toMatchObject({ apiServers: ['10.0.0.8'], kubeApiServers: [], warnings: [] });
    await put('masterleases/10.0.0.9', leaseInProtobuf('10.0.0.9'));
    expect((await check(configurationOf('aesgcm'))).warnings).toEqual([]);
    const report = await check(custom);
    const warning =
      /^widgets\.example\.com: custom objects, .* the kube-apiserver at 10\.0\.0\.9 .* lists of them with 500/;
    expect(report).toMatchObject({
      kubeApiServers: ['10.0.0.9'],
      warnings: [expect.stringMatching(warning)],
      isUnderstood: true,
    });
    expect(printCheck(report)).toContain('Warnings:\n  widgets.example.com: custom objects');
    // Those that are stored encrypted, whatever the configuration says of their next write.
    await put('example.com/widgets/default/w', widget('v1', 'w'), encryptStorage(storage, custom));
    expect((await check()).warnings).toEqual([expect.stringMatching(warning)]);
  });

  it('names leases that never expire, whose servers are gone', async () => {
    await put('masterleases/10.0.0.8', lease('10.0.0.8'));
    await put('masterleases/10.0.0.9', lease('10.0.0.9'));
    const key = '/registry/masterleases/10.0.0.9';
    const asked: string[] = [];
    const findPermanentKeys = async (folder: string) => {
      asked.push(folder);
      return Promise.resolve(new Set([key]));
    };
    const report = await check(undefined, { findPermanentKeys });
    expect(asked).toEqual(['/registry/masterleases/']);
    expect(report.apiServers).toEqual(['10.0.0.8']);
    expect(report.notUnderstood).toEqual([
      {
        key,
        reason: `it is the lease of an API server at 10.0.0.9 and never expires, so that the server is gone: etcdctl del ${key} removes it`,
      },
    ]);
  });

  it('tells a prefix that no key begins with from a store without keys', async () => {
    const checkWith = async (first: FirstKey) => {
      const report = await check(undefined, { findFirstKey: () => Promise.resolve(first) });
      return [report.isUnderstood, ...report.notUnderstood.map(({ key, reason }) => `${key}: ${reason}`)];
    };
    expect(await checkWith({ kind: 'none' })).toEqual([true]);
    expect(await checkWith({ kind: 'hidden' })).toEqual([false, expect.stringContaining('no key begins with')]);
    expect(await checkWith({ kind: 'found', key: '/other/pods/n/a' })).toEqual([
      false,
      expect.stringContaining('no key begins with /registry/: the first key of this etcd is /other/pods/n/a'),
    ]);
    await put('configmaps/default/a', configMap('a'));
    expect(await checkWith({ kind: 'found', key: '/other/pods/n/a' })).toEqual([true]);
  });

  describe('of which a revision is compacted while it is read', () => {
    /** Compacts before the second page, the given number of times. */
    const compactedTimes = (times: number): Storage => {
      let left = times;
      return {
        ...storage,
        range: async (prefix, options) => {
          if (prefix === storage.prefix && options?.revision !== undefined && left > 0) {
            left -= 1;
            await put(`configmaps/default/late-${left}`, configMap(`late-${left}`));
            await storage.compact(await storage.currentRevision());
          }
          return storage.range(prefix, options);
        },
      };
    };
    const checkCompacted = async (times: number) => {
      const names = Array.from({ length: 150 }, (_, n) => `c${n}`);
      await Promise.all(names.map((name) => put(`configmaps/default/${name}`, configMap(name))));
      let restarts = 0;
      const onRestart = () => void (restarts += 1);
      const options = { encryption: undefined, domain: 'k8s.io', onProgress: () => undefined, onRestart };
      return { report: await checkStore(compactedTimes(times), options), restarts };
    };

    it('begins anew, and counts nothing twice', async () => {
      const { report, restarts } = await checkCompacted(2);
      expect(restarts).toBe(2);
      expect(report).toMatchObject({ keys: 152, isUnderstood: true, resources: [{ objects: 152 }] });
    });

    it('says what to do where that goes on', async () => {
      await expect(checkCompacted(3)).rejects.toThrow('Suspend compactions meanwhile');
    });
  });

  it('counts findings beyond those that it lists', async () => {
    const keys = Array.from({ length: 1_010 }, (_, n) => `configmaps/n/${n}`);
    await Promise.all(keys.map((key) => put(key, Buffer.from('x'))));
    const report = await check();
    expect([report.notUnderstood.length, report.notUnderstoodCount]).toEqual([1_000, 1_010]);
    expect(printCheck(report)).toContain('and 960 more');
  });
});

describe('keelson adopt', () => {
  it.each([
    [['adopt'], 'say keelson adopt check'],
    [['adopt', 'check'], '--etcd-servers is needed'],
    [['adopt', 'check', '--etcd-servers', 'http://x', '-o', 'yaml'], '-o is text or json'],
    [['adopt', 'check', '--etcd-servers', 'http://x', '--encryption-provider-config', '/none'], '/none'],
  ])('refuses %j', async (args, message) => {
    const terminal = fakeTerminal();
    expect(await run(args, terminal)).toBe(2);
    expect(terminal.errors()).toContain(message);
  });
});
