/** Every object of the chart, with every file of values, applied to a running server that takes no unknown field. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';

import { make } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { makeHome, type Home, type Started } from './support/serve.ts';

const manifests = join(import.meta.dirname, '../deploy/manifests');
const files = await readdir(manifests);

let home: Home;
let server: Started;

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace: string };
}

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const labels = { type: 'object', additionalProperties: text };
const shape = (properties: object): object => ({ type: 'object', properties });
const listOf = (properties: object): object => ({ type: 'array', items: shape(properties) });
const nameAndKey = shape({ name: text, key: text });
const issuerRef = shape({ kind: text, name: text });

/** Those parts of the definitions of other operators that the chart uses: whatever is not here is refused. */
const definitions: readonly (readonly [group: string, version: string, kind: string, spec: object])[] = [
  [
    'monitoring.coreos.com',
    'v1',
    'ServiceMonitor',
    shape({
      namespaceSelector: shape({ matchNames: texts }),
      selector: shape({ matchLabels: labels }),
      endpoints: listOf({
        ...{ port: text, scheme: text, path: text, interval: text },
        authorization: shape({ credentials: nameAndKey }),
        tlsConfig: shape({
          ...{ serverName: text, keySecret: nameAndKey },
          ...{ ca: shape({ secret: nameAndKey }), cert: shape({ secret: nameAndKey }) },
        }),
        relabelings: listOf({ targetLabel: text, replacement: text }),
      }),
    }),
  ],
  [
    'monitoring.coreos.com',
    'v1',
    'PrometheusRule',
    shape({
      groups: listOf({
        name: text,
        rules: listOf({ record: text, alert: text, expr: text, for: text, labels, annotations: labels }),
      }),
    }),
  ],
  ['cert-manager.io', 'v1', 'Issuer', shape({ selfSigned: { type: 'object' }, ca: shape({ secretName: text }) })],
  [
    'cert-manager.io',
    'v1',
    'Certificate',
    shape({
      ...{ isCA: { type: 'boolean' }, commonName: text, secretName: text, duration: text, renewBefore: text },
      privateKey: shape({ algorithm: text, size: { type: 'integer' }, rotationPolicy: text }),
      ...{ usages: texts, dnsNames: texts, ipAddresses: texts, issuerRef, subject: shape({ organizations: texts }) },
    }),
  ],
];

const pluralOf = (kind: string): string => {
  const lower = kind.toLowerCase();
  return lower.endsWith('y') ? `${lower.slice(0, -1)}ies` : `${lower}s`;
};

async function define([group, version, kind, spec]: (typeof definitions)[number]): Promise<void> {
  const plural = pluralOf(kind);
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  await make(server, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: `${plural}.${group}` },
    spec: {
      ...{ group, scope: 'Namespaced', names: { kind, plural } },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  });
}

const folderOf = ({ apiVersion, kind, metadata }: Manifest): string => {
  const root = apiVersion.includes('/') ? '/apis' : '/api';
  return `${root}/${apiVersion}/namespaces/${metadata.namespace}/${pluralOf(kind)}`;
};

beforeAll(async () => {
  home = await makeHome();
  server = await home.start('--controllers=');
  await make(server, '/api/v1/namespaces', { metadata: { name: 'keelson' } });
  for (const definition of definitions) await define(definition);
  await eventually(async () => {
    for (const [group, version, kind] of definitions) {
      expect((await server.ask(`/apis/${group}/${version}/${pluralOf(kind)}`)).status).toBe(200);
    }
  });
});
afterAll(() => home.remove());

it.each(files)('%s is taken whole by a server that refuses unknown fields', async (file) => {
  const documents = parseAllDocuments(await readFile(join(manifests, file), 'utf8'));
  const objects = documents.flatMap((document) => {
    const object = document.toJS() as Manifest | null;
    return object === null ? [] : [object];
  });
  expect(objects.length).toBeGreaterThan(3);
  for (const object of objects) {
    const path = `${folderOf(object)}/${object.metadata.name}`;
    const applied = await server.ask(`${path}?fieldManager=chart&fieldValidation=Strict&force=true`, {
      method: 'PATCH',
      body: JSON.stringify(object),
      headers: { 'Content-Type': 'application/apply-patch+yaml' },
    });
    expect([path, applied.status, applied.status > 201 ? applied.body : '']).toEqual([path, expect.any(Number), '']);
    await server.ask(path, { method: 'DELETE' });
    // A create is another reader of the same fields.
    const created = await server.ask(`${folderOf(object)}?fieldValidation=Strict&dryRun=All`, {
      method: 'POST',
      body: object,
    });
    expect([path, created.status < 300 || created.status === 409 ? '' : created.body]).toEqual([path, '']);
  }
});

it('a field that the schema of another operator does not have is refused, so that the test above tells something', async () => {
  const refused = await server.ask('/apis/cert-manager.io/v1/namespaces/keelson/issuers?fieldValidation=Strict', {
    method: 'POST',
    body: { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name: 'x' }, spec: { selfSinged: {} } },
  });
  expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('selfSinged')]);
});
