/** An etcd that is there and does nothing: no request waits for it longer than the time limit, however many wait. */
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

import { configMaps } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import type { Question, Started } from './support/serve.ts';

const timeLimitMs = 10_000;
/** Requests that wait for each other take a multiple of the time limit. */
const toleranceMs = 8_000;
/** The client has 16 connections: one for each request. */
const rounds = 2;
const newHome = useHomes();

type Asked = readonly [name: string, path: string, question: Question];

function questions(round: number): readonly Asked[] {
  const named = (name: string, x = String(round)) => ({ metadata: { name }, data: { x } });
  const event = { metadata: { name: `event-${String(round)}` }, involvedObject: { namespace: 'default' } };
  return [
    ['get', `${configMaps}/a`, {}],
    ['list', configMaps, {}],
    ['create', configMaps, { method: 'POST', body: named(`new-${String(round)}`) }],
    ['create with a time to live', '/api/v1/namespaces/default/events', { method: 'POST', body: event }],
    ['update', `${configMaps}/a`, { method: 'PUT', body: named('a') }],
    ['update that changes nothing', `${configMaps}/b`, { method: 'PUT', body: named('b', 'same') }],
    ['update of what is not there', `${configMaps}/none`, { method: 'PUT', body: named('none') }],
    ['delete of what is not there', `${configMaps}/none`, { method: 'DELETE' }],
  ];
}

describe('a server whose etcd is frozen', () => {
  let etcd: EtcdCluster;
  beforeAll(async () => {
    etcd = await startEtcd({ members: 1, isTls: true });
  });
  afterAll(() => etcd.close());

  async function start(): Promise<Started> {
    const home = await newHome();
    const files = etcd.files;
    const tls =
      files === undefined
        ? []
        : ['--etcd-cafile', files.ca, '--etcd-certfile', files.cert, '--etcd-keyfile', files.key];
    return home.start('--etcd-servers', etcd.urls.join(), ...tls);
  }

  it('ends every request within its time, and goes on when etcd does', async () => {
    const server = await start();
    for (const name of ['a', 'b']) {
      const body = { metadata: { name }, data: { x: 'same' } };
      expect((await server.ask(configMaps, { method: 'POST', body })).status).toBe(201);
    }
    for (const member of etcd.members) member.signal('SIGSTOP');
    await eventually(async () => expect((await server.ask('/readyz')).status).toBe(500));
    const asking: Promise<void>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, path, question] of questions(round)) {
        const began = performance.now();
        asking.push(
          server.ask(path, question).then(({ status, body }) => {
            // 504: the write may have been made.
            expect({ name, body, isRefused: status === 503 || status === 504 }).toEqual({
              name,
              body,
              isRefused: true,
            });
            expect(performance.now() - began).toBeLessThan(timeLimitMs + toleranceMs);
          }),
        );
      }
      // Later requests find the store call of the first still pending.
      await setTimeout(700);
    }
    await Promise.all(asking);
    for (const member of etcd.members) member.signal('SIGCONT');
    await eventually(async () => expect((await server.ask(`${configMaps}/a`)).status).toBe(200));
  });
});
