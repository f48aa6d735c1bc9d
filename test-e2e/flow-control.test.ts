/** Priority and fairness in a server: those it cannot do without get through while everybody else is refused. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { makeHome } from './support/serve.ts';
import type { Answer, Home, Started } from './support/serve.ts';

let home: Home;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

const execute = promisify(execFile);
const program = join(import.meta.dirname, '..', 'bin', 'keelson');
const flowControl = '/apis/flowcontrol.apiserver.k8s.io/v1beta2';
const configMaps = '/api/v1/namespaces/default/configmaps';
const debug = '/debug/api_priority_and_fairness';

function as(user: string) {
  return { headers: { Authorization: `Bearer ${user}` } };
}

/** A level with one seat for all whom no schema of the system takes. */
async function narrow(server: Started, limitResponse: object): Promise<void> {
  const level = { type: 'Limited', limited: { assuredConcurrencyShares: 1, limitResponse } };
  const body = { metadata: { name: 'narrow' }, spec: level };
  expect((await server.ask(`${flowControl}/prioritylevelconfigurations`, { method: 'POST', body })).status).toBe(201);
  const rule = {
    subjects: [{ kind: 'Group', group: { name: '*' } }],
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  };
  const spec = { priorityLevelConfiguration: { name: 'narrow' }, matchingPrecedence: 600, rules: [rule] };
  const schema = await server.ask(`${flowControl}/flowschemas`, {
    method: 'POST',
    body: { metadata: { name: 'narrow' }, spec },
  });
  expect(schema.status).toBe(201);
  const { uid } = (JSON.parse(schema.body) as { readonly metadata: { readonly uid: string } }).metadata;
  const isInForce = async () =>
    (await server.ask('/version', as('bob'))).headers['x-kubernetes-pf-flowschema-uid'] === uid;
  while (!(await isInForce())) await delay(10);
}

/** It waits for a revision that is still to come, and has its seat meanwhile. Resolves when it has it. */
async function takeSeat(server: Started): Promise<{ readonly answer: Promise<Answer> }> {
  const answer = server.ask(`${configMaps}/none?resourceVersion=1000000`, as('bob'));
  const isTaken = /^narrow, +\d+, +false, +false, +\d+, +1$/m;
  while (!isTaken.test((await server.ask(`${debug}/dump_priority_levels`)).body)) await delay(10);
  return { answer };
}

/** Of sixty seats, a level of one share has one. */
async function start(): Promise<Started> {
  const users = [
    'bob,bob,2',
    'carol,carol,3',
    'scheduler,system:kube-scheduler,4',
    'manager,system:kube-controller-manager,5',
    'node,system:node:n1,6,system:nodes',
  ];
  await appendFile(join(home.folder, 'tokens.csv'), `${users.join('\n')}\n`);
  const seats = ['--max-requests-inflight', '40', '--max-mutating-requests-inflight', '20'];
  return home.start('--authorization-mode', 'AlwaysAllow', ...seats);
}

const leases = '/apis/coordination.k8s.io/v1/namespaces';

function lease(name: string) {
  return { metadata: { name }, spec: { holderIdentity: name, leaseDurationSeconds: 15 } };
}

describe('priority and fairness', () => {
  it('serve administrators, health checks, leader elections and nodes while everybody else is refused', async () => {
    const server = await start();
    await narrow(server, { type: 'Reject' });
    const { answer } = await takeSeat(server);
    for (const user of ['bob', 'carol']) {
      const refused = await server.ask(configMaps, as(user));
      expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
      expect(refused.headers['x-keelson-flow']).toBe('schema=narrow, level=narrow');
    }
    for (const path of ['/healthz', '/livez', '/readyz'])
      expect((await server.ask(path, as('carol'))).status).toBe(200);
    expect((await server.ask(configMaps)).status).toBe(200);
    const create = (namespace: string, name: string, user: string) =>
      server.ask(`${leases}/${namespace}/leases`, { method: 'POST', body: lease(name), ...as(user) });
    expect((await create('kube-system', 'kube-scheduler', 'scheduler')).status).toBe(201);
    expect((await create('kube-system', 'kube-controller-manager', 'manager')).status).toBe(201);
    expect((await create('kube-node-lease', 'n1', 'node')).status).toBe(201);
    expect((await server.ask(`${leases}/kube-node-lease/leases/n1`, as('node'))).status).toBe(200);
    expect((await server.ask(configMaps, as('carol'))).status).toBe(429);
    expect((await answer).status).toBe(504);
    expect((await server.ask(configMaps, as('carol'))).status).toBe(200);
  });

  it('let requests wait for their turn, show them, and forget those whose clients leave', async () => {
    const server = await start();
    await narrow(server, { type: 'Queue', queuing: { queues: 1, handSize: 1, queueLengthLimit: 1 } });
    const { answer } = await takeSeat(server);
    const asking = { 'X-Keelson-Flow': 'yes', Authorization: 'Bearer carol' };
    const waiting = server.ask(configMaps, { headers: asking });
    const waits = async () => (await server.ask(`${debug}/dump_requests?includeRequestDetails=1`)).body;
    while (!(await waits()).includes('carol')) await delay(10);
    expect(await waits()).toMatch(/^narrow, +narrow, +0, +0, +, +\S+Z, +1, +0, +0s, +carol, +list, +\/api/m);
    expect((await server.ask(configMaps, as('bob'))).status).toBe(429);
    expect((await answer).status).toBe(504);
    const served = await waiting;
    expect(served.status).toBe(200);
    expect(served.headers['x-keelson-flow']).toMatch(
      /^schema=narrow, level=narrow, queue=0, waited=[1-9]\d*\.\d{3}s, seats=1$/,
    );
    expect(await waits()).not.toContain('carol');
  });

  it('explain themselves', async () => {
    const server = await start();
    await server.ask(configMaps, as('bob'));
    const env = { ...process.env, KUBECONFIG: home.kubeconfig };
    const keelson = async (...args: string[]) => (await execute(program, args, { env })).stdout;
    const why = await keelson('why-slow', '--as', 'bob', 'list', 'configmaps');
    expect(why).toContain(
      'Flow schema global-default (precedence 9900), in the flow of bob; priority level global-default.',
    );
    expect(why).toContain('Nearly matched exempt: its subjects lack "bob".');
    expect(why).toMatch(/^bob +global-default +\d/m);
    expect(await keelson('top', 'clients')).toMatch(/^bob +global-default +global-default +/m);
    expect((await server.ask(`${debug}/explain?user=bob&path=/healthz`)).status).toBe(200);
  });

  it('count what each client is sent: bytes of answers, and events of watches while they go on', async () => {
    const server = await start();
    const data = { metadata: { name: 'large' }, data: { text: 'x'.repeat(10_000) } };
    expect((await server.ask(configMaps, { method: 'POST', body: data })).status).toBe(201);
    expect((await server.ask(`${configMaps}/large`, as('carol'))).status).toBe(200);
    const watch = server.ask(`${configMaps}?watch=1&resourceVersion=0&timeoutSeconds=5`, as('bob'));
    interface Cost {
      readonly user: string;
      readonly events: number;
      readonly bytesOut: number;
    }
    const costOf = async (name: string): Promise<Cost | undefined> => {
      const { clients } = JSON.parse((await server.ask(`${debug}/clients`)).body) as {
        readonly clients: readonly Cost[];
      };
      return clients.find(({ user }) => user === name);
    };
    while (((await costOf('bob'))?.events ?? 0) < 1) await delay(10);
    expect((await costOf('bob'))?.bytesOut).toBeGreaterThan(10_000);
    expect(await costOf('carol')).toMatchObject({ events: 0 });
    expect((await costOf('carol'))?.bytesOut).toBeGreaterThan(10_000);
    const { body } = await server.ask('/metrics');
    expect(body).toMatch(/^keelson_flowcontrol_watch_events_total\{flow_schema="global-default",[^}]*\} [1-9]/m);
    expect(body).toMatch(/^keelson_flowcontrol_response_bytes_total\{flow_schema="global-default",[^}]*\} [1-9]\d{4}/m);
    expect((await watch).body).toContain('"large"');
  });

  it('put a deleted schema of the system back, and do without it until then', async () => {
    const server = await start();
    expect((await server.ask(`${flowControl}/flowschemas/exempt`, { method: 'DELETE' })).status).toBe(200);
    expect((await server.ask(configMaps)).status).toBe(200);
    expect((await server.ask('/version', as('bob'))).status).toBe(200);
  });
});
