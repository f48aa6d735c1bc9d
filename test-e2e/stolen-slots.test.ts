/**
 * One user takes all that can be taken, half-sent bodies and answers that are never read, while an administrator and
 * another user go on as if nobody were there.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { residentMebibytes } from './support/process-use.ts';
import { openRaw, type Raw } from './support/raw.ts';
import { makeHome, token, type Home, type Started } from './support/serve.ts';

let home: Home;
beforeEach(async () => {
  home = await makeHome();
  await home.addUsers('mallory', 'bob');
});
afterEach(() => home.remove());

const configMaps = '/api/v1/namespaces/default/configmaps';
const open = ['--authorization-mode', 'AlwaysAllow'] as const;

function head(user: string, line: string, ...headers: string[]): string {
  return `${[`${line} HTTP/1.1`, 'Host: keelson', `Authorization: Bearer ${user}`, ...headers].join('\r\n')}\r\n\r\n`;
}

function post(user: string, bytes: number): string {
  return head(user, `POST ${configMaps}`, 'Content-Type: application/json', `Content-Length: ${String(bytes)}`);
}

function configMap(name: string, text: string): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text } });
}

/** Requests of other users. Each has to succeed. */
async function goOn(server: Started, round: string): Promise<void> {
  const asked: Promise<{ readonly status: number }>[] = [];
  for (const user of [token, 'bob']) {
    const headers = { Authorization: `Bearer ${user}` };
    for (let count = 0; count < 20; count += 1) {
      const name = `${round}-${user}-${String(count)}`;
      asked.push(server.ask(configMaps, { method: 'POST', body: configMap(name, ''), headers }));
      asked.push(server.ask(`${configMaps}/big-0`, { headers }));
      asked.push(server.ask(`${configMaps}?limit=1`, { headers }));
    }
  }
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
  for (const path of ['/livez', '/readyz', '/healthz']) expect((await server.ask(path)).status).toBe(200);
}

interface InFlight {
  readonly reading: number;
  readonly mutating: number;
}

/** The number of requests that stay in flight, except for those that ask for it: the metric shows the peak of a second. */
async function inFlight(server: Started): Promise<InFlight> {
  const of = (kind: string, body: string): number =>
    Number(new RegExp(`^apiserver_current_inflight_requests\\{request_kind="${kind}"\\} (\\d+)$`, 'm').exec(body)?.[1]);
  let least: InFlight = { reading: Infinity, mutating: Infinity };
  for (let asked = 0; asked < 50 && least.reading + least.mutating > 0; asked += 1) {
    const { body } = await server.ask('/metrics');
    const reading = Math.max(0, of('readOnly', body) - 1);
    least = { reading: Math.min(reading, least.reading), mutating: Math.min(of('mutating', body), least.mutating) };
    await delay(100);
  }
  return least;
}

async function makeBig(server: Started, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const body = configMap(`big-${String(index)}`, 'x'.repeat(1_000_000));
    expect((await server.ask(configMaps, { method: 'POST', body })).status).toBe(201);
  }
}

function closeAll(clients: readonly Raw[]): void {
  for (const client of clients) client.close();
}

describe('slots that one user steals', () => {
  it('are not those of others where bodies never come, and the bodies end with 408', async () => {
    const server = await home.start(...open);
    await makeBig(server, 1);
    const halves = Array.from({ length: 300 }, () => openRaw(server.url));
    for (const half of halves) half.write(`${post('mallory', 1_000)}{"half":`);
    for (const round of ['a', 'b', 'c']) await goOn(server, round);
    expect(await inFlight(server)).toEqual({ reading: 0, mutating: 0 });
    const answers = await Promise.all(halves.map(({ closed }) => closed));
    const codes = answers.map((answer) => answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    // Half of them are more than one user may have coming in.
    expect(new Set(codes)).toEqual(new Set(['408', '429']));
    expect(codes.filter((code) => code === '408')).toHaveLength(200);
    const headers = { Authorization: 'Bearer mallory' };
    const large = await server.ask(configMaps, { method: 'POST', body: configMap('z', 'x'.repeat(900_000)), headers });
    expect(large.status).toBe(201);
  });

  it('are not those of others where answers are never read, which cost little', async () => {
    const server = await home.start(...open);
    await makeBig(server, 20);
    const before = await residentMebibytes(server.process.pid);
    const texts = [head('mallory', `GET ${configMaps}`), head('mallory', `GET ${configMaps}?watch=1`)];
    const clients = Array.from({ length: 600 }, () => openRaw(server.url, { reads: false }));
    for (const [index, client] of clients.entries()) client.write(texts[index % 2] ?? '');
    let most = 0;
    for (const round of ['a', 'b', 'c', 'd']) {
      await goOn(server, round);
      most = Math.max(most, await residentMebibytes(server.process.pid));
    }
    expect(await inFlight(server)).toEqual({ reading: 0, mutating: 0 });
    // 12 GB of lists and of events of watches, and 600 connections; 64 MB of it is the room that the heap has to grow.
    expect(most - before).toBeLessThan(350);
    const headers = { Authorization: 'Bearer mallory' };
    closeAll(clients);
    while ((await server.ask(configMaps, { headers })).status === 429) await delay(50);
    await goOn(server, 'e');
    expect(await inFlight(server)).toEqual({ reading: 0, mutating: 0 });
  });

  it('are one at a time for requests that are pipelined', async () => {
    const server = await home.start(...open, '--max-requests-inflight', '1', '--max-mutating-requests-inflight', '1');
    const client = openRaw(server.url);
    const get = head('mallory', `GET ${configMaps}/none`);
    const odd = head('mallory', `GET ${configMaps}/none`, 'X-Odd: a', 'X-Odd: b');
    const last = head('mallory', `GET ${configMaps}/none`, 'Connection: close');
    client.write(get.repeat(500) + odd.repeat(499) + last);
    const answers = (await client.closed).match(/HTTP\/1\.1 \d{3}/g) ?? [];
    expect(answers).toHaveLength(1_000);
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 404']));
  });
});

describe('a client that is slow and honest', () => {
  it('uploads a megabyte in ten seconds', async () => {
    const server = await home.start(...open);
    const body = configMap('slow', 'x'.repeat(1_000_000));
    const client = openRaw(server.url);
    const pieces = 20;
    const size = Math.ceil(body.length / pieces);
    client.write(post('bob', body.length).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    for (let index = 0; index < pieces; index += 1) {
      client.write(body.slice(index * size, (index + 1) * size));
      await delay(500);
    }
    expect(await client.closed).toMatch(/^HTTP\/1\.1 201 /);
  });
});
