/** The audit log: the user, the request and its outcome are in it, secrets never are. */
import { stat } from 'node:fs/promises';

import { describe, expect, it } from '@jest/globals';

import { all, auditedHome, writePolicy } from './support/audited.ts';
import { accounts, configMaps, make, refusedReloads, secrets } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { token } from './support/serve.ts';
import { askOver } from './support/tls.ts';
import { killProcess, workerPidsOf } from './support/worker-processes.ts';

const newHome = useHomes();
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { k: 'v' } });

describe('the log of several worker processes', () => {
  it('is one file, which has each request once, also while one of them is killed', async () => {
    // A worker that takes the place of another one stands still while it loads its code.
    const home = auditedHome(await newHome({ KEELSON_TEST_STALL_MS: '5000' }));
    const server = await home.start('omitStages: [RequestReceived]\nrules:\n- level: Metadata\n', '--workers=2');
    const ask = async (round: number) => {
      const path = `/version?round=${String(round)}`;
      await askOver(server.url, path, { headers: { Authorization: `Bearer ${token}` } });
      return path;
    };
    const asked: string[] = [];
    for (let round = 0; round < 40; round += 1) asked.push(await ask(round));
    const uris = async () =>
      (await home.events()).map(({ requestURI }) => requestURI).filter((uri) => uri.startsWith('/version?round='));
    await eventually(async () => expect((await uris()).sort()).toEqual([...asked].sort()));
    const [victim] = await workerPidsOf(server);
    killProcess(victim, 'SIGKILL');
    await eventually(async () => {
      const pids = await workerPidsOf(server);
      expect(pids).toHaveLength(2);
      expect(pids).not.toContain(victim);
    });
    await eventually(async () => {
      asked.push(await ask(asked.length));
    });
    await eventually(async () => expect((await uris()).sort()).toEqual([...asked].sort()));
  });
});

describe('the log of requests', () => {
  it('tells who did what to what, and what came of it, by the id that the answer has', async () => {
    const home = auditedHome(await newHome());
    const server = await home.start(all);
    const made = await server.ask(configMaps, { method: 'POST', body: configMap('a') });
    const [came, ended] = await home.eventsOf(made.headers['audit-id']);
    expect(came).toMatchObject({ stage: 'RequestReceived', verb: 'create', level: 'RequestResponse' });
    expect(ended).toMatchObject({
      stage: 'ResponseComplete',
      requestURI: configMaps,
      user: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
      objectRef: { resource: 'configmaps', namespace: 'default', name: 'a', apiVersion: 'v1' },
      responseStatus: { code: 201 },
      requestObject: configMap('a'),
      responseObject: { kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } },
      annotations: { 'authorization.k8s.io/decision': 'allow' },
      userAgent: 'e2e',
      sourceIPs: ['127.0.0.1'],
    });
    expect((await stat(home.logPath)).mode & 0o777).toBe(0o600);
    // A client may bring an id of its own.
    const own = await server.ask('/version', { headers: { 'Audit-Id': 'my-own-id' } });
    expect(own.headers['audit-id']).toBe('my-own-id');
    expect(await home.eventsOf('my-own-id')).toHaveLength(2);
    // Watches are told of when they begin, too.
    const watched = await server.ask(`${configMaps}?watch=1&timeoutSeconds=1`);
    const stages = (await home.eventsOf(watched.headers['audit-id'])).map(({ stage }) => stage);
    expect(stages).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete']);
  });

  it('tells of refusals, of those who act as others, of strangers, and of what goes', async () => {
    const home = auditedHome(await newHome());
    const server = await home.start('omitStages: [RequestReceived]\nrules:\n- level: Metadata\n');
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await server.ask(path, { headers });
      return (await home.eventsOf(answer.headers['audit-id']))[0];
    };
    expect(await ask(configMaps, { 'Impersonate-User': 'bob' })).toMatchObject({
      user: { username: 'admin' },
      impersonatedUser: { username: 'bob', groups: ['system:authenticated'] },
      responseStatus: { status: 'Failure', reason: 'Forbidden', code: 403 },
      annotations: { 'authorization.k8s.io/decision': 'forbid' },
    });
    expect(await ask('/api', { Authorization: 'Bearer wrong' })).toMatchObject({
      user: {},
      responseStatus: { code: 401 },
    });
    const stranger = await askOver(server.url, secrets);
    expect((await home.eventsOf(stranger.headers['audit-id']))[0]).toMatchObject({
      user: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
      responseStatus: { code: 403 },
    });
    expect(await ask('/apis/batch/v1beta1/cronjobs')).toMatchObject({
      annotations: { 'k8s.io/deprecated': 'true', 'k8s.io/removed-release': '1.25' },
    });
    const allowed = await ask(configMaps, { 'Impersonate-User': 'x', 'Impersonate-Group': 'system:masters' });
    expect(allowed).toMatchObject({ responseStatus: { code: 200 }, impersonatedUser: { username: 'x' } });
    expect(allowed?.requestObject ?? allowed?.responseObject).toBeUndefined();
  });

  it('has no secret in it, whatever the policy says', async () => {
    const home = auditedHome(await newHome());
    const server = await home.start(all);
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { k: 'hunter2-plain' } };
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
    const { status } = await make<{ status: { token: string } }>(server, `${accounts}/default/token`, request);
    await server.ask(secrets, { method: 'POST', body: secret });
    // Refused: it is there. Refused: it cannot be read.
    await server.ask(secrets, { method: 'POST', body: secret });
    await server.ask(secrets, { method: 'POST', body: '{"stringData": hunter2-plain' });
    await server.ask(`${secrets}/s`, { method: 'PUT', body: secret });
    const headers = { 'Content-Type': 'application/merge-patch+json' };
    await server.ask(`${secrets}/s`, { method: 'PATCH', body: { stringData: { k: 'hunter2-plain' } }, headers });
    await server.ask(secrets);
    await server.ask(`${secrets}/s`, { method: 'DELETE' });
    const review = { spec: { token: status.token } };
    await server.ask('/apis/authentication.k8s.io/v1/tokenreviews', { method: 'POST', body: review });
    await home.eventsOf((await server.ask(secrets, { method: 'DELETE' })).headers['audit-id']);
    const text = await home.logged();
    for (const word of ['hunter2', Buffer.from('hunter2-plain').toString('base64'), status.token, token]) {
      expect(text).not.toContain(word);
    }
    const ofSecrets = (await home.events()).filter(({ objectRef }) => objectRef?.resource === 'secrets');
    expect(new Set(ofSecrets.map(({ level }) => level))).toEqual(new Set(['Metadata']));
  });

  it('has bodies in JSON, whatever they came in, and without managed fields where they are not wanted', async () => {
    const home = auditedHome(await newHome());
    const server = await home.start(`omitManagedFields: true\nomitStages: [RequestReceived]\n${all}`);
    const made = await server.ask(configMaps, {
      method: 'POST',
      body: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yam\ndata:\n  a: "1"\n',
      headers: { 'Content-Type': 'application/yaml', Accept: 'application/vnd.kubernetes.protobuf' },
    });
    const [event] = await home.eventsOf(made.headers['audit-id']);
    expect(event).toMatchObject({
      requestObject: { kind: 'ConfigMap', metadata: { name: 'yam' }, data: { a: '1' } },
      responseObject: { kind: 'ConfigMap', metadata: { name: 'yam' }, data: { a: '1' } },
    });
    const table = { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    const listed = await server.ask(configMaps, { headers: table });
    const [ofList] = await home.eventsOf(listed.headers['audit-id']);
    expect(ofList).toMatchObject({ responseObject: { kind: 'ConfigMapList' } });
    expect(await home.logged()).not.toContain('managedFields');
  });

  it('follows its policy; a broken one changes nothing, and is counted', async () => {
    const own = await newHome();
    const home = auditedHome(own);
    const server = await home.start('rules:\n- level: None\n');
    await server.ask('/version');
    await writePolicy(own, 'rules:\n- level: Metadata\n');
    await eventually(async () => {
      await server.ask('/version');
      expect(await home.events()).not.toEqual([]);
    });
    // Events before the change of the policy are not there.
    expect((await home.events()).every(({ level }) => level === 'Metadata')).toBe(true);
    const path = await writePolicy(own, 'rules:\n- level: Nonsense\n');
    await eventually(async () => expect(await refusedReloads(server, 'audit-policy-file')).toBe(1));
    expect(server.printed()).toContain(`--audit-policy-file ${path}: line 4: `);
    const { headers } = await server.ask('/version');
    expect(await home.eventsOf(headers['audit-id'])).toHaveLength(2);
  });
});
