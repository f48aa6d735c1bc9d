/** Server-side apply over HTTP: the cost of an apply that changes nothing, and its refusals. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { makeHome } from './support/serve.ts';
import type { Answer, Home, Question, Started } from './support/serve.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const deployments = '/apis/apps/v1/namespaces/default/deployments';

let home: Home;
let server: Started;
beforeAll(async () => {
  home = await makeHome();
  server = await home.start('--controllers=');
});
afterAll(() => home.remove());

let name: string;
let count = 0;
beforeEach(() => {
  name = `object-${String((count += 1))}`;
});

function send(method: string, type: string, path: string, body: Question['body']): Promise<Answer> {
  return server.ask(path, { method, body, headers: { 'Content-Type': `application/${type}` } });
}

function apply(path: string, manager: string, body: Question['body'], query = ''): Promise<Answer> {
  return send('PATCH', 'apply-patch+yaml', `${path}/${name}?fieldManager=${manager}${query}`, body);
}

const configMap = (data: unknown, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more },
  data,
});

/** The server renews its own leases meanwhile: it is the collection that is looked at, and not the store. */
async function changesSince(resourceVersion: string): Promise<string> {
  const query = new URLSearchParams({ watch: '1', timeoutSeconds: '1', resourceVersion });
  return (await server.ask(`${configMaps}?${query.toString()}`)).body;
}

async function revision(): Promise<string> {
  const list = JSON.parse((await server.ask(`${configMaps}?limit=1`)).body) as {
    metadata: { resourceVersion: string };
  };
  return list.metadata.resourceVersion;
}

const stored = async (path: string): Promise<string> => (await server.ask(`${path}/${name}`)).body;

describe('a controller that applies the same again and again', () => {
  it('writes nothing: 4,000 applies leave the object as it is, and nobody who watches hears of one', async () => {
    const wanted = configMap({ a: '1', b: '2' }, { labels: { app: 'x' } });
    expect((await apply(configMaps, 'controller', wanted)).status).toBe(201);
    expect((await apply(configMaps, 'other', configMap({ b: '2', c: '3' }))).status).toBe(200);
    const [from, before] = [await revision(), await stored(configMaps)];
    let left = 4_000;
    const codes = new Set<number>();
    const work = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        codes.add((await apply(configMaps, 'controller', wanted)).status);
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
    expect([...codes]).toEqual([200]);
    expect(await stored(configMaps)).toBe(before);
    expect(await changesSince(from)).toBe('');
  });

  it('writes nothing for a kind with many defaults either', async () => {
    const containers = [{ name: 'c', image: 'i', ports: [{ containerPort: 80 }] }];
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers } };
    const spec = { selector: { matchLabels: { a: 'b' } }, template };
    const wanted = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec };
    expect((await apply(deployments, 'controller', wanted)).status).toBe(201);
    const before = await stored(deployments);
    for (let again = 0; again < 20; again += 1) {
      expect((await apply(deployments, 'controller', wanted)).status).toBe(200);
    }
    expect(await stored(deployments)).toBe(before);
  });
});

describe('what is refused', () => {
  const reasonOf = ({ body }: Answer): string => (JSON.parse(body) as { reason: string }).reason;
  const messageOf = ({ body }: Answer): string => (JSON.parse(body) as { message: string }).message;

  beforeEach(async () => {
    expect((await apply(configMaps, 'first', configMap({ a: '1' }))).status).toBe(201);
  });

  async function expectRefusal(answer: Answer, code: number, message: RegExp): Promise<void> {
    expect(messageOf(answer)).toMatch(message);
    expect(answer.status).toBe(code);
    expect(JSON.parse(await stored(configMaps))).toMatchObject({ data: { a: '1' } });
  }

  it('conflicts, with the fields and their managers as causes', async () => {
    const answer = await apply(configMaps, 'second', configMap({ a: '2' }));
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: 'Apply failed with 1 conflict: conflict with "first": .data.a',
      details: { causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "first"', field: '.data.a' }] },
    });
    await expectRefusal(answer, 409, /conflict/);
  });

  it('owners in what is applied', async () => {
    const owned = configMap({ a: '2' }, { managedFields: [{ manager: 'x', operation: 'Apply' }] });
    await expectRefusal(await apply(configMaps, 'first', owned), 400, /^metadata\.managedFields must be nil$/);
  });

  it('an apply without a manager', async () => {
    const answer = await send('PATCH', 'apply-patch+yaml', `${configMaps}/${name}`, configMap({ a: '2' }));
    await expectRefusal(answer, 422, /fieldManager/);
  });

  it('force for what is no apply', async () => {
    const path = `${configMaps}/${name}?force=true`;
    await expectRefusal(await send('PATCH', 'merge-patch+json', path, { data: { a: '2' } }), 422, /force/);
  });

  it.each(['merge-patch+json', 'strategic-merge-patch+json'])('another identity by %s', async (type) => {
    const path = `${configMaps}/${name}`;
    const patched = (metadata: object) => send('PATCH', type, path, { metadata });
    await expectRefusal(await patched({ name: 'other' }), 400, /the name of the object \(other\) does not match/);
    await expectRefusal(await patched({ namespace: 'other' }), 400, /namespace/);
    await expectRefusal(
      await patched({ uid: 'other' }),
      422,
      /metadata.uid: Invalid value: "other": field is immutable/,
    );
  });

  it('another type by merge-patch+json', async () => {
    const path = `${configMaps}/${name}`;
    for (const type of [{ kind: 'Secret' }, { apiVersion: 'apps/v1' }]) {
      const answer = await send('PATCH', 'merge-patch+json', path, type);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      await expectRefusal(answer, answer.status, /./);
    }
  });

  it('nothing of another type by strategic-merge-patch+json: it changes the object of the URL, and keeps its type', async () => {
    const path = `${configMaps}/${name}`;
    for (const type of [{ kind: 'Secret' }, { apiVersion: 'apps/v1' }]) {
      const { status, body } = await send('PATCH', 'strategic-merge-patch+json', path, type);
      expect([status, JSON.parse(body)]).toEqual([
        200,
        expect.objectContaining({ apiVersion: 'v1', kind: 'ConfigMap' }),
      ]);
    }
  });

  it('another identity by apply', async () => {
    const body = { ...configMap({ a: '2' }), kind: 'Secret' };
    expect((await apply(configMaps, 'first', body)).status).toBeGreaterThanOrEqual(400);
    const renamed = { ...configMap({ a: '2' }), metadata: { name: 'other' } };
    await expectRefusal(await apply(configMaps, 'first', renamed), 400, /name/);
  });

  it('patches of what is not there, except an apply', async () => {
    for (const type of ['json-patch+json', 'merge-patch+json', 'strategic-merge-patch+json']) {
      const body = type === 'json-patch+json' ? [] : {};
      const answer = await send('PATCH', type, `${configMaps}/nobody`, body);
      expect([answer.status, reasonOf(answer)]).toEqual([404, 'NotFound']);
    }
  });

  it('an apply with a uid of what is not there', async () => {
    name = `${name}-missing`;
    const answer = await apply(configMaps, 'first', configMap({ a: '1' }, { uid: 'a-uid' }));
    expect([answer.status, reasonOf(answer)]).toEqual([409, 'Conflict']);
    expect((await server.ask(`${configMaps}/${name}`)).status).toBe(404);
  });

  it('ten megabytes, of each type', async () => {
    for (const type of ['json-patch+json', 'merge-patch+json', 'strategic-merge-patch+json', 'apply-patch+yaml']) {
      const path = `${configMaps}/${name}?fieldManager=first`;
      const answer = await send('PATCH', type, path, { data: { a: 'x'.repeat(10 << 20) } });
      expect([type, answer.status, reasonOf(answer)]).toEqual([type, 413, 'RequestEntityTooLarge']);
    }
    await expectRefusal(await apply(configMaps, 'first', 'null'), 400, /./);
  });

  it('more operations than ten thousand', async () => {
    const operations = Array.from({ length: 10_001 }, () => ({ op: 'add', path: '/data/a', value: '2' }));
    const answer = await send('PATCH', 'json-patch+json', `${configMaps}/${name}`, operations);
    await expectRefusal(answer, 413, /10000/);
  });

  it('YAML whose aliases explode, in no time', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 12; level += 1) {
      const alias = `*a${String(level - 1)}`;
      lines.push(`a${String(level)}: &a${String(level)} [${Array.from({ length: 10 }, () => alias).join(', ')}]`);
    }
    const began = performance.now();
    const answer = await apply(
      configMaps,
      'first',
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${lines.join('\n')}\n`,
    );
    expect(performance.now() - began).toBeLessThan(30_000);
    await expectRefusal(answer, 400, /./);
  });

  it('two items of a list with one key', async () => {
    const ports = [{ port: 80 }, { port: 80 }];
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { ports } };
    const answer = await apply('/api/v1/namespaces/default/services', 'first', service);
    expect(messageOf(answer)).toContain('.spec.ports: duplicate entries for key [port=80,protocol="TCP"]');
    expect(answer.status).toBe(500);
    expect((await server.ask(`/api/v1/namespaces/default/services/${name}`)).status).toBe(404);
  });
});
