import { createServer, type Server } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { run } from '../run.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';

let folder: string;
let server: Server;
let asked: string[] = [];
const pages: Record<string, unknown> = {
  clients: {
    clients: [
      {
        user: 'alice',
        flowSchema: 's',
        priorityLevel: 'l',
        recentSeatSeconds: 1.5,
        seatSeconds: 3,
        requests: 7,
        lists: 2,
        watches: 1,
        events: 31,
        bytesOut: 6_200,
        refused: 4,
        waitedSeconds: 0.25,
      },
    ],
  },
  explain: {
    flowSchema: 's',
    matchingPrecedence: 500,
    distinguisher: 'alice',
    priorityLevel: 'l',
    isExempt: false,
    queues: [3, 5],
    level: { seats: 4, seatsInUse: 4, executing: 2, waiting: 9, waitingBefore: 6, queueLengthLimit: 50 },
    dangling: [{ flowSchema: 'd', priorityLevel: 'gone' }],
    nearMisses: [{ flowSchema: 'near', field: 'verbs', value: 'list' }],
    spenders: [{ user: 'bob', flowSchema: 's', recentSeatSeconds: 12, requests: 80, refused: 0 }],
  },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-flow-'));
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const name = /api_priority_and_fairness\/(\w+)/.exec(request.url ?? '')?.[1] ?? '';
    response.writeHead(name in pages ? 200 : 404).end(JSON.stringify(pages[name]));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = server.address() as AddressInfo;
  const kubeconfig = {
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u', namespace: 'here' } }],
    clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'u', user: { token: 't' } }],
  };
  await writeFile(join(folder, 'config'), JSON.stringify(kubeconfig));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

async function keelson(...args: string[]) {
  asked = [];
  const terminal = fakeTerminal('', { KUBECONFIG: join(folder, 'config') });
  const code = await run(args, terminal);
  return { code, out: terminal.out(), error: terminal.errors() };
}

describe('keelson why-slow', () => {
  it('asks about a request of a user, and prints the flow, the level, near misses and who takes the seats', async () => {
    const { code, out } = await keelson(
      'why-slow',
      '--as',
      'alice',
      '--as-group',
      'devs',
      'list',
      'deploy',
      '-n',
      'prod',
    );
    expect(code).toBe(0);
    const query = new URLSearchParams(asked[0]?.split('?')[1]);
    expect(query.getAll('group')).toEqual(['devs', 'system:authenticated']);
    expect(Object.fromEntries(query)).toMatchObject({
      user: 'alice',
      verb: 'list',
      resource: 'deployments',
      apiGroup: 'apps',
      namespace: 'prod',
    });
    expect(out).toBe(
      [
        'Flow schema s (precedence 500), in the flow of alice; priority level l.',
        '4 of its 4 seats are in use, by 2 requests; 9 wait.',
        'Its queues are 3, 5, of 50 requests each; 6 wait in them.',
        'd would take it, but its priority level gone does not exist.',
        'Nearly matched near: its verbs lack "list".',
        'Who takes its seats:',
        'USER  FLOW SCHEMA  RECENT SEAT SECONDS  REQUESTS  REFUSED',
        'bob   s            12.000               80        0',
        '',
      ].join('\n'),
    );
  });
});

describe('keelson why-slow of a server that tells of no dangling schemas', () => {
  it('prints the rest', async () => {
    const { explain } = pages;
    pages['explain'] = { ...(explain as object), dangling: undefined };
    const { code, out } = await keelson('why-slow', '--as', 'alice', 'get', 'pods', 'x');
    pages['explain'] = explain;
    expect(code).toBe(0);
    expect(out).toContain('Nearly matched near');
  });
});

describe('keelson why-slow about a request that is in no flow', () => {
  it('says so, and shows no queues', async () => {
    const { explain } = pages;
    pages['explain'] = { isInNoFlow: true };
    const { code, out } = await keelson('why-slow', '--as', 'alice', 'get', 'pods/log', 'x');
    pages['explain'] = explain;
    expect(code).toBe(0);
    expect(new URLSearchParams(asked[0]?.split('?')[1]).get('subresource')).toBe('log');
    expect(out).toMatch(/^In no flow: /);
    expect(out).not.toContain('queues');
  });
});

describe('keelson top clients', () => {
  it('prints what clients cost', async () => {
    const { code, out } = await keelson('top', 'clients');
    expect(code).toBe(0);
    expect(out.split('\n')[1]).toMatch(/^alice +s +l +1\.500 +3\.000 +7 +2 +1 +31 +6200 +4 +0\.250s$/);
    expect((await keelson('top')).code).toBe(2);
    expect((await keelson('top', 'clients', '--limit', 'x')).error).toContain('--limit "x" is no count');
  });
});

describe('keelson flow simulate', () => {
  const schema = `
apiVersion: flowcontrol.apiserver.k8s.io/v1beta2
kind: FlowSchema
metadata: {name: narrow}
spec:
  priorityLevelConfiguration: {name: narrow}
  rules:
  - subjects: [{kind: User, user: {name: alice}}]
    resourceRules: [{verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*']}]
---
apiVersion: flowcontrol.apiserver.k8s.io/v1beta2
kind: PriorityLevelConfiguration
metadata: {name: narrow}
spec: {type: Limited, limited: {assuredConcurrencyShares: 1, limitResponse: {type: Reject}}}
`;

  function event(user: string, at: string, tookMs: number, subresource = ''): string {
    const receivedMs = Date.parse(`2026-01-01T00:00:${at}Z`);
    return JSON.stringify({
      kind: 'Event',
      stage: 'ResponseComplete',
      verb: 'get',
      requestURI: '/api/v1/namespaces/a/pods/x',
      user: { username: user, groups: ['system:authenticated'] },
      objectRef: { resource: 'pods', subresource, namespace: 'a', name: 'x', apiVersion: 'v1' },
      requestReceivedTimestamp: new Date(receivedMs).toISOString(),
      stageTimestamp: new Date(receivedMs + tookMs).toISOString(),
    });
  }

  it('replays an audit log against a file, and prints who would have been refused', async () => {
    const [file, log] = [join(folder, 'flow.yaml'), join(folder, 'audit.log')];
    await writeFile(file, schema);
    const events = [event('alice', '01.000', 500), event('alice', '01.100', 500), event('bob', '01.200', 500)];
    await writeFile(log, ['{"stage":"RequestReceived"}', ...events, 'half a li'].join('\n'));
    const { code, out, error } = await keelson('flow', 'simulate', '-f', file, '--from-audit', log, '--seats', '10');
    expect(error).toBe(
      `keelson flow: warning: ${log}: lines skipped: 2 (1 of other stages than ResponseComplete, 1 that could not be read)\n`,
    );
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
      '3 requests.',
      'FLOW SCHEMA LEVEL USER REQUESTS WAITED REFUSED LONGEST WAIT',
      'narrow narrow alice 2 0 1 0.000s',
      'global-default global-default bob 1 0 0 0.000s',
      '',
    ]);
  });

  it('leaves out requests that a server puts in no flow, however long they took, and tells how many', async () => {
    const [file, log] = [join(folder, 'flow.yaml'), join(folder, 'long.log')];
    await writeFile(file, schema);
    const long = ['exec', 'attach', 'portforward', 'proxy', 'log'].map((name) =>
      event('alice', '01.000', 60_000, name),
    );
    await writeFile(log, [...long, event('alice', '01.100', 500)].join('\n'));
    const { out, error } = await keelson('flow', 'simulate', '-f', file, '--from-audit', log, '--seats', '10');
    expect(error).toBe('');
    expect(out.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
      '1 requests.',
      '5 more are in no flow, such as exec and log: left out.',
      'FLOW SCHEMA LEVEL USER REQUESTS WAITED REFUSED LONGEST WAIT',
      'narrow narrow alice 1 0 0 0.000s',
      '',
    ]);
  });

  it('refuses objects that a server refuses, with all causes', async () => {
    const [file, log] = [join(folder, 'refused.yaml'), join(folder, 'empty.log')];
    const wrong = schema.replace('assuredConcurrencyShares: 1', 'assuredConcurrencyShares: -1');
    await writeFile(file, wrong.replace('  rules:', '  matchingPrecedence: 20000\n  rules:'));
    await writeFile(log, '');
    expect(await keelson('flow', 'simulate', '-f', file, '--from-audit', log)).toEqual({
      code: 1,
      out: '',
      error: [
        `keelson flow: ${file}: FlowSchema "narrow" is invalid: spec.matchingPrecedence: Invalid value: 20000: must not be greater than 10000`,
        'PriorityLevelConfiguration "narrow" is invalid: spec.limited.assuredConcurrencyShares: Invalid value: -1: must be positive',
        '',
      ].join('\n'),
    });
  });

  it('warns of a schema whose level does not exist', async () => {
    const [file, log] = [join(folder, 'dangling.yaml'), join(folder, 'one.log')];
    await writeFile(file, schema.split('---')[0] ?? '');
    await writeFile(log, event('alice', '01.000', 1));
    const { code, out, error } = await keelson('flow', 'simulate', '-f', file, '--from-audit', log);
    expect(code).toBe(0);
    expect(error).toBe(
      'keelson flow: warning: FlowSchema "narrow" takes no requests, since its priority level "narrow" does not exist\n',
    );
    expect(out).toContain('global-default');
  });

  it('names the file that does not exist', async () => {
    const [file, log] = [join(folder, 'flow.yaml'), join(folder, 'one.log')];
    await writeFile(file, schema);
    const missing = join(folder, 'missing');
    const error = `keelson flow: ${missing}: does not exist\n`;
    expect(await keelson('flow', 'simulate', '-f', missing, '--from-audit', log)).toMatchObject({ code: 1, error });
    expect(await keelson('flow', 'simulate', '-f', file, '--from-audit', missing)).toMatchObject({ code: 1, error });
  });

  it('says what it cannot read', async () => {
    const file = join(folder, 'other.yaml');
    await writeFile(file, 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n');
    const log = join(folder, 'audit.log');
    expect(await keelson('flow', 'simulate', '-f', file, '--from-audit', log)).toMatchObject({
      code: 1,
      error: `keelson flow: ${file}: Pod is neither a flow schema nor a priority level\n`,
    });
    expect((await keelson('flow', 'simulate', '-f', file)).code).toBe(2);
  });
});
