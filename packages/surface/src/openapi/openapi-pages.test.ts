import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gunzipSync } from 'node:zlib';

import { decodeProtobuf } from '@keelson/schema';

import { serveDocuments } from '../documents/testing/serve-documents.ts';
import type { Served } from '../documents/testing/serve-documents.ts';
import { GnosticDocument } from './gnostic/messages.ts';
import type { DocumentV2 } from './write-v2.ts';

const protobuf = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
const job = '/apis/batch/v1/namespaces/{namespace}/jobs';

interface DocumentV3 {
  readonly paths: Record<string, Record<string, object>>;
  readonly components: { readonly schemas?: Record<string, object> };
}

describe('the document of OpenAPI v2', () => {
  let served: Served;
  let document: DocumentV2;
  beforeAll(async () => {
    served = await serveDocuments();
    document = (await served.json('/openapi/v2')) as DocumentV2;
  });
  afterAll(() => served.close());

  it('has the headers that clients know', async () => {
    const { headers } = await served.ask('/openapi/v2');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers.vary).toBe('Accept-Encoding, Accept');
    expect(headers.etag).toMatch(/^"[0-9A-F]{128}"$/);
    const again = await served.ask('/openapi/v2', { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await served.ask('/openapi/v2', { method: 'HEAD' })).body.length).toBe(0);
  });

  it('describes every operation of a resource', () => {
    const methods = (path: string) => Object.keys(document.paths[path] ?? {}).sort();
    expect(methods(job)).toEqual(['delete', 'get', 'parameters', 'post']);
    expect(methods(`${job}/{name}`)).toEqual(['delete', 'get', 'parameters', 'patch', 'put']);
    expect(methods(`${job}/{name}/status`)).toEqual(['get', 'parameters', 'patch', 'put']);
    expect(document.paths[job]).toMatchObject({
      get: { produces: expect.arrayContaining(['application/json;stream=watch']) },
    });
    expect(document.securityDefinitions.BearerToken).toMatchObject({ type: 'apiKey', name: 'authorization' });
  });

  it('says of an operation what it does, to what, and with which parameters', () => {
    const item = document.paths[`${job}/{name}`] ?? {};
    expect(item.get).toMatchObject({
      operationId: 'readBatchV1NamespacedJob',
      'x-kubernetes-action': 'get',
      'x-kubernetes-group-version-kind': { group: 'batch', version: 'v1', kind: 'Job' },
    });
    expect(item.delete).toMatchObject({ responses: { 200: {}, 202: {}, 401: { description: 'Unauthorized' } } });
    expect(item.patch).toMatchObject({
      consumes: expect.arrayContaining(['application/apply-patch+yaml']),
      parameters: ['body', 'dryRun', 'fieldManager', 'fieldValidation', 'force'].map((name) => ({ name })),
    });
  });

  it("has the words that upstream's own suites look for", () => {
    const text = JSON.stringify(document);
    const looked = ['list of returned', 'Watch for changes to the described resources', 'APIVersion defines'];
    for (const words of [...looked, "Standard object's metadata", 'CreationTimestamp is a timestamp']) {
      expect(text).toContain(words);
    }
  });

  it('gives every operation an id of its own, and refers to nothing that is not there', () => {
    const operations = Object.values(document.paths).flatMap(({ parameters: _, ...each }) => Object.values(each));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g);
    for (const [, name = ''] of references) expect(document.definitions).toHaveProperty([name]);
  });

  it('says the same in protobuf', async () => {
    const { headers, body } = await served.ask('/openapi/v2', { headers: { accept: protobuf } });
    expect(headers['content-type']).toBe('application/octet-stream');
    const decoded = decodeProtobuf(GnosticDocument, body);
    if (!decoded.ok) throw new Error(decoded.message);
    const { definitions, paths } = decoded.object as unknown as Record<
      'definitions' | 'paths',
      Record<string, { name: string }[]>
    >;
    expect(definitions['additionalProperties']?.map(({ name }) => name)).toEqual(Object.keys(document.definitions));
    expect(paths['path']?.map(({ name }) => name)).toEqual(Object.keys(document.paths));
    const found = definitions['additionalProperties']?.find(({ name }) => name === 'io.k8s.api.batch.v1.Job');
    expect(found).toMatchObject({
      value: {
        type: { value: ['object'] },
        properties: { additionalProperties: expect.arrayContaining([{ name: 'kind', value: expect.anything() }]) },
        vendorExtension: [
          {
            name: 'x-kubernetes-group-version-kind',
            value: { yaml: '[{"group":"batch","kind":"Job","version":"v1"}]' },
          },
        ],
      },
    });
  });

  it('is compressed for those who accept it, and refused to those who accept nothing it has', async () => {
    const { headers, body } = await served.ask('/openapi/v2', { headers: { 'accept-encoding': 'gzip' } });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding, Accept' });
    expect(JSON.parse(gunzipSync(body).toString())).toEqual(document);
    const refused = await served.ask('/openapi/v2', { headers: { accept: 'text/plain' } });
    expect([refused.status, refused.headers['content-type'], refused.text]).toEqual([406, undefined, '']);
  });
});

describe('the documents of OpenAPI v3', () => {
  let served: Served;
  let index: { paths: Record<string, { serverRelativeURL: string }> };
  beforeAll(async () => {
    served = await serveDocuments();
    index = (await served.json('/openapi/v3')) as typeof index;
  });
  afterAll(() => served.close());

  it('are listed by group and version, each with the hash of its content', () => {
    for (const name of ['api', 'api/v1', 'apis', 'apis/batch', 'apis/batch/v1', 'version']) {
      expect(index.paths[name]?.serverRelativeURL).toMatch(new RegExp(`^/openapi/v3/${name}\\?hash=[0-9A-F]{128}$`));
    }
  });

  it('hold the paths of one version', async () => {
    const { paths } = (await served.json('/openapi/v3/apis/node.k8s.io/v1beta1')) as DocumentV3;
    expect(Object.keys(paths)).toEqual([
      '/apis/node.k8s.io/v1beta1/',
      '/apis/node.k8s.io/v1beta1/runtimeclasses',
      '/apis/node.k8s.io/v1beta1/runtimeclasses/{name}',
      '/apis/node.k8s.io/v1beta1/watch/runtimeclasses',
      '/apis/node.k8s.io/v1beta1/watch/runtimeclasses/{name}',
    ]);
  });

  it('hold each definition that they refer to, and no others', async () => {
    for (const { serverRelativeURL } of Object.values(index.paths)) {
      const { text } = await served.ask(serverRelativeURL);
      const { paths, components } = JSON.parse(text) as DocumentV3;
      const references = new Set(
        [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name),
      );
      expect([...references].sort()).toEqual(Object.keys(components.schemas ?? {}).sort());
      expect(Object.keys(paths).length).toBeGreaterThan(0);
    }
  });

  it('may be kept for ever under their hash, and are found under an old one', async () => {
    const address = index.paths['apis/batch/v1']?.serverRelativeURL ?? '';
    const { headers, text } = await served.ask(address);
    expect(headers).toMatchObject({ 'cache-control': 'public, immutable', vary: 'Accept' });
    expect(new Date(String(headers.expires)).getTime()).toBeGreaterThan(Date.now());
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.0.0', info: { title: 'Kubernetes' } });
    const moved = await served.ask('/openapi/v3/apis/batch/v1?hash=OLD');
    expect([moved.status, moved.headers.location]).toEqual([301, address]);
  });

  const path = '/openapi/v3/api/v1';
  it.each([
    { how: 'compressed', accepted: 'gzip', vary: 'Accept-Encoding, Accept', encoding: 'gzip', mark: 'W/' },
    { how: 'as they are where gzip is not accepted', accepted: 'br', vary: 'Accept-Encoding, Accept', mark: '' },
    { how: 'as they are where nothing is said of it', vary: 'Accept', mark: '' },
  ])('say by which headers they were chosen, $how', async ({ accepted, vary, encoding, mark }) => {
    const hash = index.paths['api/v1']?.serverRelativeURL.split('=')[1] ?? '';
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await served.ask(path, { headers });
    expect(answer.headers).toMatchObject({ vary, etag: `${mark}"${hash}"` });
    expect(answer.headers['content-encoding']).toBe(encoding);
  });

  it('are not sent again in either form to those who have one of them', async () => {
    const compressed = { 'accept-encoding': 'gzip' };
    const [weak, strong] = await Promise.all([served.ask(path, { headers: compressed }), served.ask(path)]);
    for (const { headers } of [weak, strong]) {
      const known = { 'if-none-match': String(headers.etag) };
      const again = await served.ask(path, { headers: { ...compressed, ...known } });
      expect([again.status, again.headers.etag, again.headers.vary]).toEqual([
        304,
        weak.headers.etag,
        'Accept-Encoding, Accept',
      ]);
      const plain = await served.ask(path, { headers: known });
      expect([plain.status, plain.headers.etag, plain.headers.vary]).toEqual([304, strong.headers.etag, 'Accept']);
    }
  });

  it('are nothing at all where there is no such version', async () => {
    const { status, headers, text } = await served.ask('/openapi/v3/apis/nosuch/v1');
    expect([status, headers['content-type'], text]).toEqual([404, undefined, '']);
  });
});
