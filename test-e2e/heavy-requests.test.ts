/** Large requests, which a thread of their own carries out: they are as good as small ones, and cost the others nothing. */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { eventually } from './support/eventually.ts';
import { openRaw } from './support/raw.ts';
import { makeHome, token } from './support/serve.ts';
import type { Home, Started } from './support/serve.ts';

let home: Home;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

const configMaps = '/api/v1/namespaces/default/configmaps';
const protobuf = 'application/vnd.kubernetes.protobuf';
const mergePatch = { 'Content-Type': 'application/merge-patch+json' };

/** Of many small parts, so that it costs more than its bytes. */
function large(name: string, kilobytes = 300, more: object = {}): object {
  const data = Object.fromEntries(Array.from({ length: kilobytes * 64 }, (_, at) => [`key-${String(at)}`, 'v']));
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...more }, data };
}

function written(method: string, path: string, body: object, type = 'application/json'): string {
  const text = JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: keelson',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${String(Buffer.byteLength(text))}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

async function create(server: Started, body: object): Promise<void> {
  const { status, body: text } = await server.ask(configMaps, { method: 'POST', body });
  if (status !== 201) throw new Error(`${String(status)} ${text.slice(0, 500)}`);
}

describe('large requests', () => {
  it.each([['that came as a whole', 200]])(
    '%s take effect before what is sent behind them on the same connection',
    async (_, kilobytes) => {
      const server = await home.start();
      const raw = openRaw(server.url);
      const path = `${configMaps}/a`;
      raw.write(
        written('POST', configMaps, large('a', kilobytes)) +
          written('PATCH', path, { data: { 'key-0': 'second' } }, 'application/merge-patch+json') +
          written('PUT', path, large('a', kilobytes, { labels: { order: 'third' } })) +
          `DELETE ${path} HTTP/1.1\r\nHost: keelson\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      );
      const answers = [...(await raw.closed).matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
      expect(answers).toEqual(['201', '200', '200', '200']);
      expect((await server.ask(path)).status).toBe(404);
    },
  );

  it('of one user fill half of the queue, and those of others find room', async () => {
    await appendFile(join(home.folder, 'tokens.csv'), 'other,other,2,"system:masters"\n');
    const server = await home.start();
    const flood = Array.from({ length: 200 }, (_, at) =>
      server.ask(configMaps, { method: 'POST', body: large(`a-${String(at)}`, 100) }),
    );
    const other = server.ask(configMaps, {
      method: 'POST',
      body: large('other', 100),
      headers: { Authorization: 'Bearer other' },
    });
    expect((await other).status).toBe(201);
    const codes = new Set((await Promise.all(flood)).map(({ status }) => status));
    expect([...codes].filter((code) => code !== 201 && code !== 429)).toEqual([]);
  });

  it('are watched in order, in whatever they are encoded in', async () => {
    const server = await home.start();
    const since = JSON.parse((await server.ask(configMaps)).body) as { metadata: { resourceVersion: string } };
    const path = `${configMaps}?watch=1&resourceVersion=${since.metadata.resourceVersion}`;
    const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const names = ['small-1', 'large-1', 'small-2', 'large-2', 'small-3'];
    const watches = [protobuf, table, 'application/json'].map(async (Accept) => {
      const watch = (seconds: number) =>
        server.ask(`${path}&timeoutSeconds=${String(seconds)}`, { headers: { Accept } });
      const answer = await watch(6);
      // A busy machine has not made all of them within that time.
      return names.every((name) => answer.body.includes(name)) ? answer : watch(60);
    });
    for (const name of names) await create(server, name.startsWith('large') ? large(name) : large(name, 0));
    for (const { body } of await Promise.all(watches)) {
      const places = names.map((name) => body.indexOf(name));
      expect(places.every((place) => place >= 0)).toBe(true);
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }
  });

  it('are written down with their bodies, without who owns their fields if so wished', async () => {
    const policy = join(home.folder, 'policy.yaml');
    const log = join(home.folder, 'audit.log');
    await appendFile(
      policy,
      'apiVersion: audit.k8s.io/v1\nkind: Policy\nomitManagedFields: true\nrules:\n- level: RequestResponse\n  resources: [{group: "", resources: [configmaps]}]\n- level: None\n',
    );
    const server = await home.start('--audit-policy-file', policy, '--audit-log-path', log);
    await create(server, large('audited', 100, { managedFields: [] }));
    await server.ask(`${configMaps}/audited`, { method: 'PATCH', body: { data: { a: 'b' } }, headers: mergePatch });
    await server.ask(configMaps);
    let events: AuditEvent[] = [];
    await eventually(async () => {
      const lines = (await readFile(log, 'utf8')).trim().split('\n');
      events = lines.map((line) => JSON.parse(line) as AuditEvent).filter(({ stage }) => stage === 'ResponseComplete');
      expect(events.length).toBeGreaterThanOrEqual(3);
    });
    const [made, patched, listed] = events;
    expect(made?.requestObject).toMatchObject({ data: { 'key-1': 'v' } });
    expect(made?.responseObject).toMatchObject({ data: { 'key-1': 'v' }, metadata: { name: 'audited' } });
    expect(patched).toMatchObject({ requestObject: { data: { a: 'b' } }, responseObject: { data: { a: 'b' } } });
    expect(listed?.responseObject).toMatchObject({ kind: 'ConfigMapList' });
    expect(JSON.stringify(events)).not.toContain('managedFields');
  });

  it('are finished when the server is told to stop', async () => {
    const server = await home.start('--shutdown-delay-duration', '1s');
    const writes = Array.from({ length: 10 }, (_, at) =>
      server.ask(configMaps, { method: 'POST', body: large(`a-${String(at)}`, 200) }),
    );
    while (!/mutating"\} [1-9]/.test((await server.ask('/metrics')).body));
    server.process.kill('SIGTERM');
    for (const { status } of await Promise.all(writes)) expect(status).toBe(201);
    expect(await server.ended).toBe(0);
  });

  it('to be answered and not stored are refused beyond a size', async () => {
    const server = await home.start();
    const groups = Array.from({ length: 100_000 }, (_, at) => `group-${String(at)}`);
    const review = (count: number) => ({ spec: { user: 'a', groups: groups.slice(0, count), resourceAttributes: {} } });
    const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
    expect((await server.ask(path, { method: 'POST', body: review(10_000) })).status).toBe(201);
    expect((await server.ask(path, { method: 'POST', body: review(100_000) })).status).toBe(413);
    const options = { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: Array.from({ length: 20_000 }, () => 'All') };
    expect((await server.ask(`${configMaps}/a`, { method: 'DELETE', body: options })).status).toBe(413);
  });
});

interface AuditEvent {
  readonly stage: string;
  readonly requestObject?: object;
  readonly responseObject?: object;
}
