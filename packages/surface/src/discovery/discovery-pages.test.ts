import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { APIResourceList, createApiScheme } from '@keelson/api';
import { decodeProtobuf, openEnvelope } from '@keelson/schema';

import { serveDocuments } from '../documents/testing/serve-documents.ts';
import type { Served } from '../documents/testing/serve-documents.ts';

interface Named {
  readonly name: string;
  readonly storageVersionHash?: string;
}

const v2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const v2beta1 = v2.replace('v=v2;', 'v=v2beta1;');

describe('discovery', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serveDocuments();
  });
  afterAll(() => served.close());

  it('tells the versions of the core group, and where the client reached the server', async () => {
    for (const path of ['/api', '/api/']) {
      expect(await served.json(path)).toEqual({
        kind: 'APIVersions',
        versions: ['v1'],
        serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: `127.0.0.1:${served.port}` }],
      });
    }
  });

  it('lists the groups as they are declared, the preferred version first', async () => {
    const { groups } = (await served.json('/apis')) as { groups: (Named & { preferredVersion: unknown })[] };
    expect(groups.slice(0, 3).map(({ name }) => name)).toEqual(['apiregistration.k8s.io', 'apps', 'events.k8s.io']);
    expect(await served.json('/apis/batch/')).toEqual({
      kind: 'APIGroup',
      apiVersion: 'v1',
      name: 'batch',
      versions: [
        { groupVersion: 'batch/v1', version: 'v1' },
        { groupVersion: 'batch/v1beta1', version: 'v1beta1' },
      ],
      preferredVersion: { groupVersion: 'batch/v1', version: 'v1' },
    });
  });

  it('describes resources and their subresources in order', async () => {
    expect(await served.json('/apis/batch/v1beta1')).toEqual({
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: 'batch/v1beta1',
      resources: [
        {
          name: 'cronjobs',
          singularName: '',
          namespaced: true,
          kind: 'CronJob',
          verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
          shortNames: ['cj'],
          categories: ['all'],
          storageVersionHash: 'sd5LIXh4Fjs=',
        },
        {
          name: 'cronjobs/status',
          singularName: '',
          namespaced: true,
          kind: 'CronJob',
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
    const { resources, ...core } = (await served.json('/api/v1')) as { resources: Named[] };
    expect(core).toEqual({ kind: 'APIResourceList', groupVersion: 'v1' });
    expect(resources.map(({ name }) => name)).toEqual(resources.map(({ name }) => name).sort());
  });

  it('names group and version only of kinds that live elsewhere', async () => {
    const { resources } = (await served.json('/apis/apps/v1')) as { resources: Named[] };
    expect(resources.find(({ name }) => name === 'deployments/scale')).toMatchObject({
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
    });
  });

  it.each([
    ['/apis/storage.k8s.io/v1', 'csistoragecapacities', '4as6MA/kOg0='],
    ['/apis/flowcontrol.apiserver.k8s.io/v1beta2', 'flowschemas', '9bSnTLYweJ0='],
    ['/apis/policy/v1', 'poddisruptionbudgets', '6BGBu0kpHtk='],
    ['/apis/autoscaling/v2', 'horizontalpodautoscalers', 'oQlkt7f5j/A='],
    ['/apis/apiextensions.k8s.io/v1', 'customresourcedefinitions', 'jfWCUB31mvA='],
  ])('hashes in %s the version of %s that clients know as the stored one', async (path, name, hash) => {
    const { resources } = (await served.json(path)) as { resources: Named[] };
    expect(resources.find((each) => each.name === name)?.storageVersionHash).toBe(hash);
  });

  it('speaks YAML and protobuf', async () => {
    const yaml = await served.ask('/apis/node.k8s.io/v1', { headers: { accept: 'application/yaml' } });
    expect(yaml.headers['content-type']).toBe('application/yaml');
    expect(yaml.text).toContain('groupVersion: node.k8s.io/v1\n');
    const accept = 'application/vnd.kubernetes.protobuf';
    const { headers, body } = await served.ask('/apis/node.k8s.io/v1', { headers: { accept } });
    expect(headers['content-type']).toBe(accept);
    const opened = openEnvelope(body);
    if (!opened.ok) throw new Error('no envelope');
    expect(opened.envelope.typeMeta).toEqual({ kind: 'APIResourceList', apiVersion: 'v1' });
    expect(decodeProtobuf(APIResourceList, opened.envelope.raw)).toMatchObject({
      ok: true,
      object: { resources: [{ name: 'runtimeclasses' }] },
    });
  });

  it('refuses other types, and forms it does not have', async () => {
    const refused = await served.ask('/apis', { headers: { accept: 'text/html' } });
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([406, { message: '406: Not Acceptable' }]);
    const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const formless = await served.ask('/apis', { headers: { accept: table } });
    expect([formless.status, JSON.parse(formless.text)]).toMatchObject([
      406,
      { message: expect.stringContaining('only the following media types are accepted') },
    ]);
  });

  it('is aggregated for those who ask, in the first version they name', async () => {
    const accept = `${v2},${v2beta1},application/json`;
    const { headers, text } = await served.ask('/apis', { headers: { accept } });
    expect(headers['content-type']).toBe(v2);
    const list = JSON.parse(text) as { items: { metadata: Named; versions: object[] }[] };
    expect(list).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' });
    const apps = list.items.find(({ metadata }) => metadata.name === 'apps');
    expect(apps?.versions[0]).toMatchObject({ version: 'v1', freshness: 'Current' });
    expect(text).toContain(
      '{"subresource":"scale","responseKind":{"group":"autoscaling","version":"v1","kind":"Scale"},"verbs":["get","patch","update"]}',
    );
    const older = await served.ask('/api', { headers: { accept: `${v2beta1},application/json` } });
    expect(older.headers['content-type']).toBe(v2beta1);
    expect(JSON.parse(older.text)).toMatchObject({ items: [{ versions: [{ version: 'v1' }] }] });
    const protobuf = v2.replace('application/json', 'application/vnd.kubernetes.protobuf');
    const binary = await served.ask('/apis', { headers: { accept: protobuf } });
    expect(binary.headers['content-type']).toBe(protobuf);
    expect(openEnvelope(binary.body)).toMatchObject({
      ok: true,
      envelope: { typeMeta: { kind: 'APIGroupDiscoveryList' } },
    });
  });

  it('is not sent again to those who have the aggregated document', async () => {
    const { headers } = await served.ask('/apis', { headers: { accept: v2 } });
    const again = await served.ask('/apis', { headers: { accept: v2, 'if-none-match': String(headers.etag) } });
    expect([again.status, again.body.length, again.headers.vary]).toEqual([304, 0, 'Accept']);
  });

  it('follows what is served', async () => {
    const scheme = createApiScheme();
    let served = scheme.resources();
    const server = await serveDocuments({ scheme, served: () => served });
    try {
      expect((await server.ask('/apis/batch/v1beta1')).status).toBe(200);
      served = served.filter(({ group, version }) => group !== 'batch' || version !== 'v1beta1');
      expect((await server.ask('/apis/batch/v1beta1')).status).toBe(404);
      expect(await server.json('/apis/batch')).toMatchObject({ versions: [{ version: 'v1' }] });
      served = served.filter(({ group }) => group !== 'batch');
      expect((await server.ask('/apis/batch')).text).toBe('404 page not found\n');
    } finally {
      await server.close();
    }
  });
});

describe('discovery under another domain', () => {
  it('names groups and the aggregated form after it', async () => {
    const served = await serveDocuments({ scheme: createApiScheme({ domain: 'example.org' }) });
    try {
      expect((await served.ask('/apis/node.example.org/v1')).status).toBe(200);
      const accept = v2.replace('k8s.io', 'example.org');
      expect((await served.ask('/apis', { headers: { accept } })).headers['content-type']).toBe(accept);
    } finally {
      await served.close();
    }
  });
});
