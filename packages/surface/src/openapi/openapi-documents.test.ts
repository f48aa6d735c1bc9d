import { describe, expect, it } from '@jest/globals';

import { createApiScheme } from '@keelson/api';
import { decodeProtobuf } from '@keelson/schema';
import { silentLogger } from '@keelson/telemetry';

import { builtInDocuments } from './built-in-documents.ts';
import { GnosticDocument } from './gnostic/messages.ts';
import { openapiDocuments, type RemoteDocuments } from './openapi-documents.ts';
import type { DocumentV2 } from './write-v2.ts';

const kinds = 'x-kubernetes-group-version-kind';
const scheme = createApiScheme();
const [domain, version] = ['k8s.io', 'v1.24.0'];
const resources = scheme.resources().filter(({ group }) => group === 'coordination.k8s.io');
const builtIn = builtInDocuments({ scheme, resources, pages: [], version });

const documentsWith = (remote?: RemoteDocuments) =>
  openapiDocuments({ builtIn: () => builtIn, custom: [], remote, logger: silentLogger, domain, version });
const readV2 = async (remote?: RemoteDocuments) =>
  JSON.parse((await documentsWith(remote).v2('json')).bytes.toString()) as DocumentV2;

describe('the document of OpenAPI v2 with that of another server', () => {
  it('has one definition for what both have, with the kinds of both, as long as the other is there', async () => {
    const own = await readV2();
    const [name = '', definition = {}] = Object.entries(own.definitions).find(([, each]) => kinds in each) ?? [];
    const added = { group: 'x.test', version: 'v1', kind: 'Theirs' };
    const paths = {
      '/apis/x.test/v1/things': { get: { responses: { 200: { schema: { $ref: `#/definitions/${name}` } } } } },
    };
    const bytes = Buffer.from(JSON.stringify({ paths, definitions: { [name]: { ...definition, [kinds]: [added] } } }));
    const remote = { v2: [{ hash: '1', bytes, prefixes: ['/apis/x.test/'] }], v3: [] };
    const joined = await readV2(remote);
    const before = (definition as Record<string, object[]>)[kinds] ?? [];
    const after = (joined.definitions[name] as Record<string, object[]>)[kinds] ?? [];
    expect(before.length).toBeGreaterThan(0);
    expect(after).toHaveLength(before.length + 1);
    expect(after).toEqual(expect.arrayContaining([...before, added]));
    expect(joined).toEqual({
      ...own,
      paths: { ...own.paths, ...paths },
      definitions: { ...own.definitions, [name]: { ...definition, [kinds]: after } },
    });
    const decoded = decodeProtobuf(GnosticDocument, (await documentsWith(remote).v2('protobuf')).bytes);
    expect(JSON.stringify(decoded).split('Theirs')).toHaveLength(2);
    expect(await readV2()).toEqual(own);
  });
});
