import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { serveDocuments } from './testing/serve-documents.ts';
import type { Served } from './testing/serve-documents.ts';

const textHeaders = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

describe('the documents', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serveDocuments();
  });
  afterAll(() => served.close());

  it('have an index of all paths, in order', async () => {
    const { paths } = (await served.json('/')) as { paths: string[] };
    expect(paths).toEqual([...paths].sort());
    for (const path of ['/api/v1', '/apis/', '/apis/batch/v1', '/livez/ping', '/metrics', '/openapi/v2', '/version']) {
      expect(paths).toContain(path);
    }
    expect(paths).not.toContain('/livez/shutdown');
    expect(paths).toContain('/readyz/shutdown');
  });

  it('tell the version in every field that clients read', async () => {
    expect(await served.json('/version')).toMatchObject({
      major: '1',
      minor: '24',
      gitVersion: expect.stringMatching(/^v1\.24\.\d+\+keelson/),
      goVersion: expect.any(String),
      platform: expect.stringMatching(/^\w+\/\w+$/),
    });
  });

  it('say in plain text that there is no page', async () => {
    for (const path of ['/nosuch', '/nosuch/deeper?x=1', '/apis/nosuch.example.com', '/apis/nosuch/v1/x', '/API']) {
      const { status, headers, text } = await served.ask(path, { headers: { accept: 'application/yaml' } });
      expect([path, status, text]).toEqual([path, 404, '404 page not found\n']);
      expect(headers).toMatchObject(textHeaders);
    }
    expect((await served.ask('/nosuch', { method: 'POST' })).text).toBe('404 page not found\n');
  });

  it('refuse in the words of the API what would be below a known group', async () => {
    for (const path of ['/apis/batch/v9', '/apis/batch/v9/jobs', '/api/v2/pods']) {
      const { status, text } = await served.ask(path);
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ kind: 'Status', reason: 'NotFound', details: {}, code: 404 });
    }
  });

  it.each([
    [
      ['/api', '/api/v1', '/apis/apps/v1', '/version'],
      [405, 405, 405, 405],
    ],
    [
      ['/', '/apis', '/apis/apps', '/healthz', '/livez', '/readyz/ping', '/metrics', '/openapi/v2'],
      [200, 200, 200, 200],
    ],
    [
      ['/apis/nope/v1', '/nope'],
      [404, 404, 404, 404],
    ],
  ])('%j answer HEAD, OPTIONS, PUT and DELETE with %j', async (paths, expected) => {
    for (const path of paths) {
      const answers = ['HEAD', 'OPTIONS', 'PUT', 'DELETE'].map((method) => served.ask(path, { method }));
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect([path, statuses]).toEqual([path, expected]);
    }
  });

  it('say in a Status what they do not take', async () => {
    const { text } = await served.ask('/version', { method: 'DELETE' });
    expect(JSON.parse(text)).toMatchObject({ kind: 'Status', code: 405 });
  });

  it('print metrics as Prometheus reads them', async () => {
    const { status, headers } = await served.ask('/metrics');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  });

  it('answer odd paths without a fault and without telling of the inside', async () => {
    for (const path of ['/%zz', '/apis//', '/apis/%2e%2e/v1', `/${'a'.repeat(8000)}`, '/livez/%00', '/api/__proto__']) {
      const { status, text } = await served.ask(path);
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
      expect(text).not.toContain('node_modules');
    }
  });
});

describe('more pages', () => {
  it('are served, listed and described beside those that are built in', async () => {
    const page = {
      path: '/.well-known/keys',
      answer: (_request: unknown, response: { end(text: string): unknown }) => void response.end('{}'),
      operation: { id: 'getKeys', tag: 'WellKnown', about: 'Keys.' },
    };
    const served = await serveDocuments({ pages: [page] });
    try {
      expect((await served.ask('/.well-known/keys')).text).toBe('{}');
      expect(await served.json('/')).toMatchObject({ paths: expect.arrayContaining(['/.well-known/keys']) });
      expect(await served.json('/openapi/v3/.well-known/keys')).toMatchObject({
        paths: { '/.well-known/keys/': { get: { operationId: 'getKeys' } } },
      });
    } finally {
      await served.close();
    }
  });
});
