/** Every encoding of get, list, watch, tables and metadata, read by a client that is none of ours: Python with google.protobuf. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from '@jest/globals';

import { makeHome, token } from './support/serve.ts';
import { samples } from './support/seven-kinds.ts';

const packages = join(
  import.meta.dirname,
  '../node_modules/.cache/keelson/python-protobuf/usr/lib/python3/dist-packages',
);
const python = '/usr/bin/python3';
const script = join(import.meta.dirname, 'support/read-encodings.py');

/** The script's output for an object, a list, a table or a Status; empty fields are omitted. */
interface Read {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: { readonly name: string; readonly uid: string; readonly labels?: object };
  readonly items?: readonly Read[];
  readonly columnDefinitions?: readonly object[];
  readonly rows?: readonly { readonly cells: readonly unknown[]; readonly object: Read }[];
}

type Event = readonly [type: string, object: Read];

/** One for each encoding. */
interface Saw {
  readonly get: readonly Read[];
  readonly list: readonly Read[];
  readonly table: readonly Read[];
  readonly metadata: readonly Read[];
  readonly metadataList: readonly Read[];
  readonly watch: readonly (readonly Event[])[];
  readonly watchMetadata: readonly (readonly Event[])[];
  readonly watchTable: readonly (readonly Event[])[];
}

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'sample' },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: '25%' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: {
        containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '250m' } }, ports: [{ containerPort: 80 }] }],
        volumes: [{ name: 'v', configMap: { name: 'other' } }],
      },
    },
  },
};

const objects = [...samples.map(({ manifest }) => manifest('sample')), deployment] as readonly {
  readonly apiVersion: string;
  readonly kind: string;
}[];

function collectionOf(resource: string, apiVersion: string, isNamespaced: boolean): string {
  const root = apiVersion.includes('/') ? '/apis' : '/api';
  return `${root}/${apiVersion}${isNamespaced ? '/namespaces/default' : ''}/${resource.split('.')[0] ?? ''}`;
}

const collections = [
  ...samples.map(({ resource, isNamespaced, manifest }) =>
    collectionOf(resource, String(manifest('')['apiVersion']), isNamespaced),
  ),
  collectionOf('deployments', 'apps/v1', true),
];

async function readAll(isWhole: boolean): Promise<{ isWhole: boolean; saw: readonly Saw[] }> {
  const home = await makeHome();
  try {
    // Objects are read twice: nobody may change them meanwhile.
    const { url } = await home.start('--controllers=');
    const env = {
      PATH: process.env['PATH'],
      HOME: home.folder,
      PYTHONPATH: packages,
      // The other implementation needs a library that is not in the package.
      PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION: 'python',
      ...(isWhole && { KEELSON_FACTS: process.env['KEELSON_FACTS'] }),
    };
    const asked = JSON.stringify(objects.map((manifest, index) => ({ collection: collections[index], manifest })));
    const authority = join(home.folder, 'data/pki/ca.crt');
    const ran = await promisify(execFile)(python, [script, url, token, authority, asked], { env, timeout: 150_000 });
    return JSON.parse(ran.stdout) as { isWhole: boolean; saw: readonly Saw[] };
  } finally {
    await home.remove();
  }
}

const names = (list: Read): readonly string[] => (list.items ?? []).map(({ metadata }) => metadata.name);
const identity = ({ kind, apiVersion, metadata: { name, uid } }: Read) => ({ kind, apiVersion, name, uid });

function expectSameObject(saw: Saw, isWhole: boolean): void {
  const [json, yaml, protobuf] = saw.get as readonly [Read, Read, Read];
  expect(yaml).toEqual(json);
  if (isWhole) expect(protobuf).toEqual(json);
  expect(identity(protobuf)).toEqual(identity(json));
  const [list, yamlList, protobufList] = saw.list as readonly [Read, Read, Read];
  expect(names(list)).toContain('sample');
  // The revision of a list goes on while others write.
  expect(yamlList).toEqual({ ...list, metadata: yamlList.metadata });
  if (isWhole) expect(protobufList).toEqual({ ...list, metadata: protobufList.metadata });
  expect(names(protobufList)).toEqual(names(list));
  expect(protobufList.kind).toBe(list.kind);
}

function expectViews(saw: Saw, isWhole: boolean): void {
  const [object] = saw.get as readonly [Read];
  for (const table of saw.table) {
    expect(table).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
    expect(table.rows?.map(({ object: { metadata } }) => metadata.name)).toContain('sample');
  }
  for (const partial of saw.metadata) {
    expect(partial).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' });
    expect(partial.metadata.uid).toBe(object.metadata.uid);
    if (isWhole) expect(partial.metadata).toEqual(object.metadata);
  }
  for (const list of saw.metadataList) {
    expect(list).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' });
    expect(names(list)).toEqual(names(saw.list[0] as Read));
  }
}

function expectEvents(saw: Saw, isWhole: boolean): void {
  const { kind, apiVersion } = saw.get[0] as Read;
  // Bookmarks say how far each watch has come, which is not the same for all.
  const changes = (events: readonly Event[] = []) => events.filter(([type]) => type !== 'BOOKMARK');
  const told = (events: readonly Event[]) => changes(events).map(([type, object]) => [type, identity(object)]);
  const uid = saw.get[0]?.metadata.uid;
  // The status of a FlowSchema is written by the server itself.
  const types = kind === 'FlowSchema' ? ['ADDED', 'MODIFIED', 'MODIFIED', 'DELETED'] : ['ADDED', 'MODIFIED', 'DELETED'];
  const expected = (type: object) => types.map((each) => [each, { ...type, name: 'sample', uid }]);
  for (const events of saw.watch) expect(told(events)).toEqual(expected({ kind, apiVersion }));
  if (isWhole) expect(changes(saw.watch[1])).toEqual(changes(saw.watch[0]));
  const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
  for (const events of saw.watchMetadata) expect(told(events)).toEqual(expected(partial));
  const tables = changes(saw.watchTable[0]);
  expect(tables.map(([type]) => type)).toEqual(types);
  const hasColumns = tables.map(([, { columnDefinitions }]) => columnDefinitions !== undefined);
  expect(hasColumns).toEqual(types.map((_, index) => index === 0));
  for (const [, { rows }] of tables) expect(rows?.map(({ object }) => object.metadata.uid)).toEqual([uid]);
}

// Python and its libraries come from the package manager of the machine, which not every machine has.
const withPython = existsSync(packages) && existsSync(python) ? describe : describe.skip;

withPython('a client that decodes protobuf with what others wrote', () => {
  it('reads every encoding of every view and watch', async () => {
    const { saw } = await readAll(false);
    expect(saw.map(({ get: [object] }) => object?.kind)).toEqual(objects.map(({ kind }) => kind));
    for (const each of saw) {
      expectSameObject(each, false);
      expectViews(each, false);
      expectEvents(each, false);
    }
  });

  // The description of all messages, as somebody else wrote it down, is not everywhere.
  const withFacts = process.env['KEELSON_FACTS'] === undefined ? it.skip : it;
  withFacts('reads the same whole objects from protobuf as from JSON (KEELSON_FACTS)', async () => {
    const { saw, isWhole } = await readAll(true);
    expect(isWhole).toBe(true);
    for (const each of saw) {
      expectSameObject(each, true);
      expectViews(each, true);
      expectEvents(each, true);
    }
  });
});
