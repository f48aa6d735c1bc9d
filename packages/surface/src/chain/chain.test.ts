import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';
import type { Decision } from '@keelson/auth';

import { closeChains, head, openRaw, serveChain, turnsOf, type ChainServed } from './testing/serve-chain.ts';
import type { Turn } from '../exchange/turns.ts';

afterEach(closeChains);

const jobs = '/apis/batch/v1/namespaces/a/jobs';
const forbidden: Decision = { verdict: 'noOpinion', reason: 'no' };
/** With them a request is Node's, and not the quick lane's. */
const odd = ['X-Odd: a', 'X-Odd: b'];

function post(user: string, body = '{}', ...headers: string[]): string {
  const all = ['Content-Type: application/json', `Content-Length: ${String(body.length)}`, ...headers];
  return head(user, `POST ${jobs}`, ...all) + body;
}

/** The head of a request whose body does not come. */
function half(user: string, bytes = 100): string {
  return head(user, `POST ${jobs}`, 'Content-Type: application/json', `Content-Length: ${String(bytes)}`);
}

async function answerTo(served: ChainServed, text: string, pattern = /\r\n\r\n[^]/): Promise<string> {
  const client = openRaw(served);
  client.socket.write(text);
  await client.whenCame(pattern);
  client.socket.destroy();
  return client.came();
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5);
}

describe('a request for what another server serves', () => {
  it('is carried over once the caller is known and may do it, and is measured and audited as others', async () => {
    const served = await serveChain({
      forward: ({ response, user, group, version }) => {
        response.writeHead(200, { 'Content-Length': 2 });
        response.end(`${user.name.length}${[group, version].length}`);
      },
    });
    expect(await answerTo(served, post('alice'))).toMatch(/200 OK[^]*\r\n\r\n52$/);
    const order = ['who alice', 'record alice', 'turn alice mutating', 'may alice create', 'forward', 'done alice'];
    expect(served.steps).toEqual(order);
    await until(() => served.audited.get(jobs) === 200);
    const total = await served.metric('apiserver_request_total');
    expect(total).toContain('code="200",component="apiserver",dry_run="",group="batch",resource="",scope=""');
    expect(total).toContain('verb="POST",version="v1"');
  });

  it('is not carried over for callers who may not', async () => {
    const served = await serveChain({
      forward: ({ response }) => void response.end('never'),
      authorize: () => forbidden,
    });
    expect(await answerTo(served, post('alice'))).toContain('403 Forbidden');
    expect(served.steps).not.toContain('forward');
  });

  it('ends with 504 where the other server takes too long, unless it is a watch', async () => {
    const closed: string[] = [];
    const served = await serveChain({
      requestTimeoutMs: 50,
      forward: ({ response, incoming }) => void response.once('close', () => closed.push(incoming.url)),
    });
    expect(await answerTo(served, head('alice', `GET ${jobs}`))).toContain('504 Gateway Timeout');
    expect(closed).toEqual([jobs]);
    const watcher = openRaw(served);
    watcher.socket.write(head('alice', `GET ${jobs}?watch=1`));
    await delay(150);
    expect(watcher.came()).toBe('');
    watcher.socket.destroy();
    await until(() => closed.length === 2);
  });
});

describe('the order of the chain', () => {
  it.each([
    ['in the quick lane', []],
    ['by way of Node', odd],
  ])('is who, record, turn, may they, verb, and the turn is given back, %s', async (_, headers) => {
    const served = await serveChain();
    expect(await answerTo(served, post('alice', '{}', ...headers))).toContain('410 Gone');
    expect(served.steps).toEqual([
      'who alice',
      'record alice',
      'turn alice mutating',
      'may alice create',
      'create',
      'done alice',
    ]);
    expect(served.inFlight.count('mutating')).toBe(0);
  });

  it('is the same for a page', async () => {
    const served = await serveChain();
    await answerTo(served, head('alice', 'GET /version'));
    expect(served.steps).toEqual([
      'who alice',
      'record alice',
      'turn alice readOnly',
      'may alice get',
      'page',
      'done alice',
    ]);
  });

  it('ends at who for a stranger, who has taken no turn', async () => {
    const served = await serveChain();
    expect(await answerTo(served, post('stranger'))).toContain('401 Unauthorized');
    expect(served.steps).toEqual(['who stranger', 'record nobody']);
    await until(() => served.audited.get(jobs) === 401);
  });

  it('asks for the turn of the user who is impersonated', async () => {
    const served = await serveChain();
    await answerTo(served, post('alice', '{}', 'Impersonate-User: bob'));
    expect(served.steps).toEqual([
      'who alice',
      'record alice',
      'may alice impersonate',
      'turn bob mutating',
      'may bob create',
      'create',
      'done bob',
    ]);
  });

  it('ends without a turn where the caller may not act as another, or names several', async () => {
    const served = await serveChain({ authorize: () => forbidden });
    expect(await answerTo(served, post('alice', '{}', 'Impersonate-User: bob'))).toContain('403 Forbidden');
    const two = ['Impersonate-User: bob', 'Impersonate-User: eve'];
    expect(await answerTo(served, post('alice', '{}', ...two))).toContain('400 Bad Request');
    expect(served.steps).toEqual(['who alice', 'record alice', 'may alice impersonate', 'who alice', 'record alice']);
  });

  it('begins with the URL: nobody is asked who sent one that cannot be read', async () => {
    const served = await serveChain();
    expect(await answerTo(served, head('alice', 'GET /api/v1/%zz'))).toContain('400 Bad Request');
    expect(served.steps).toEqual([]);
  });

  it('refuses without a turn before it asks whether they may, as clients know it, and audits that', async () => {
    const served = await serveChain({ turns: turnsOf(() => undefined) });
    const answer = await answerTo(served, post('alice'));
    expect(answer).toMatch(
      /^HTTP\/1\.1 429 Too Many Requests\r\n[^]*\r\n\r\nToo many requests, please try again later\.\n$/,
    );
    for (const field of [
      'Retry-After: 1',
      'Content-Type: text/plain; charset=utf-8',
      'X-Content-Type-Options: nosniff',
    ]) {
      expect(answer).toContain(`\r\n${field}\r\n`);
    }
    expect(served.steps).toEqual(['who alice', 'record alice', 'turn alice mutating']);
    await until(() => served.audited.get(jobs) === 429);
    const dropped = await served.metric('apiserver_dropped_requests_total');
    expect(dropped).toBe('apiserver_dropped_requests_total{request_kind="mutating"} 1');
    const terminated = await served.metric('apiserver_request_terminations_total');
    expect(terminated).toMatch(/apiserver_request_terminations_total\{.*code="429".*resource="jobs".*\} 1/);
  });

  it('gives the turn back of a request that is forbidden', async () => {
    const served = await serveChain({ authorize: () => forbidden });
    expect(await answerTo(served, post('alice'))).toContain('403 Forbidden');
    expect(served.steps).toEqual([
      'who alice',
      'record alice',
      'turn alice mutating',
      'may alice create',
      'done alice',
    ]);
  });

  it('gives the turn back where a verb fails', async () => {
    const served = await serveChain({ registry: { create: () => Promise.reject(new Error('broken')) } });
    expect(await answerTo(served, post('alice'))).toContain('500 Internal Server Error');
    expect(served.steps.at(-1)).toBe('done alice');
  });

  it('gives the turn of a watch back when it has begun', async () => {
    const watch = { resume: () => undefined, close: () => undefined };
    const served = await serveChain({ registry: { watch: () => ({ ok: true, value: watch }) } });
    const client = openRaw(served);
    client.socket.write(head('alice', `GET ${jobs}?watch=1`));
    await client.whenCame(/200 OK/);
    expect(served.steps.slice(2)).toEqual(['turn alice watch', 'may alice watch', 'watch', 'done alice']);
  });
});

describe('a request that waits for its turn', () => {
  function queue() {
    const waiting: ((hasBegun: boolean) => void)[] = [];
    const wait = (): Turn => ({
      waiting: new Promise((resolve) => waiting.push(resolve)),
      done: () => undefined,
    });
    return { waiting, turns: turnsOf(wait) };
  }

  it('is carried out when the turn comes', async () => {
    const { waiting, turns } = queue();
    const served = await serveChain({ turns });
    const client = openRaw(served);
    client.socket.write(head('alice', `GET ${jobs}/b`));
    await until(() => waiting.length === 1);
    expect(served.steps).toEqual(['who alice', 'record alice', 'turn alice readOnly']);
    waiting[0]?.(true);
    await client.whenCame(/410 Gone/);
    expect(served.steps.slice(3)).toEqual(['may alice get', 'get', 'done alice']);
  });

  it('is refused when it has waited too long', async () => {
    const { waiting, turns } = queue();
    const served = await serveChain({ turns });
    const client = openRaw(served);
    client.socket.write(head('alice', `GET ${jobs}/b`));
    await until(() => waiting.length === 1);
    waiting[0]?.(false);
    await client.whenCame(/429 Too Many Requests[^]*try again later/);
    expect(served.steps.slice(3)).toEqual(['done alice']);
  });

  it('does not wait for all of another user whose turns have come with its own', async () => {
    const { waiting, turns } = queue();
    const work = (): Decision => {
      const endMs = performance.now() + 1;
      while (performance.now() < endMs) continue;
      return { verdict: 'allow' };
    };
    const served = await serveChain({ turns, authorize: work });
    const users = [...Array.from({ length: 60 }, () => 'alice'), 'bob'];
    for (const [index, user] of users.entries()) {
      openRaw(served).socket.write(head(user, `GET ${jobs}/b`));
      await until(() => waiting.length === index + 1);
    }
    served.steps.length = 0;
    for (const begin of waiting) begin(true);
    const done = () => served.steps.filter((step) => step.startsWith('may'));
    await until(() => done().length === users.length);
    expect(done().indexOf('may bob get')).toBeLessThan(30);
  });

  it('leaves its queue at once and is not carried out, where its client has left', async () => {
    const { waiting, turns } = queue();
    const served = await serveChain({ turns });
    const client = openRaw(served);
    client.socket.write(head('alice', `GET ${jobs}/b`));
    await until(() => waiting.length === 1);
    client.socket.destroy();
    await until(() => served.audited.size === 1);
    expect(served.steps.slice(3)).toEqual(['done alice']);
    waiting[0]?.(true);
    await delay(20);
    expect(served.steps).toHaveLength(4);
  });

  it('is answered when its time is up', async () => {
    const { turns } = queue();
    const served = await serveChain({ turns, requestTimeoutMs: 50 });
    expect(await answerTo(served, head('alice', `GET ${jobs}/b`))).toContain('504 Gateway Timeout');
    await until(() => served.steps.length > 3);
    expect(served.steps.slice(3)).toEqual(['done alice']);
    expect(await served.metric('apiserver_request_terminations_total')).toMatch(
      /apiserver_request_terminations_total\{.*code="504".*\} 1/,
    );
  });

  it('is counted when it ends after it was answered with 504', async () => {
    const { waiting, turns } = queue();
    const served = await serveChain({ turns, requestTimeoutMs: 50 });
    const late = () => served.metric('apiserver_request_post_timeout_total');
    expect(await answerTo(served, head('alice', `GET ${jobs}/b`))).toContain('504 Gateway Timeout');
    expect(await late()).toBe('');
    waiting[0]?.(true);
    while ((await late()) === '') await delay(1);
    expect(await late()).toBe('apiserver_request_post_timeout_total{source="timeout-handler",status="ok"} 1');
  });
});

describe('a request that is not whole', () => {
  it('takes its turn when its body has come, and is asked before whether it may', async () => {
    const served = await serveChain();
    const client = openRaw(served);
    client.socket.write(half('alice', 2));
    await until(() => served.steps.length === 3);
    await delay(50);
    expect(served.steps).toEqual(['who alice', 'record alice', 'may alice create']);
    client.socket.write('{}');
    await client.whenCame(/410 Gone/);
    expect(served.steps.slice(3)).toEqual(['turn alice mutating', 'create', 'done alice']);
  });

  it('is forbidden without its body', async () => {
    const served = await serveChain({ authorize: () => forbidden });
    expect(await answerTo(served, half('alice'))).toContain('403 Forbidden');
    expect(served.steps).toEqual(['who alice', 'record alice', 'may alice create']);
  });

  it('is refused at once where its body is announced to be too large', async () => {
    const served = await serveChain();
    expect(await answerTo(served, half('alice', 2_000_000))).toContain('413 Payload Too Large');
  });

  it('is not waited for by verbs that read no body', async () => {
    const served = await serveChain();
    const get = head('alice', `GET ${jobs}/b`, 'Content-Length: 10');
    const noVerb = head('alice', `POST ${jobs}/b`, 'Content-Length: 10');
    expect(await answerTo(served, get)).toContain('410 Gone');
    expect(await answerTo(served, noVerb)).toContain('405 Method Not Allowed');
  });

  it('holds no turn, so that one with all its halves stops nobody', async () => {
    const served = await serveChain({ limits: { reading: 2, mutating: 2 } });
    const clients = Array.from({ length: 50 }, () => openRaw(served));
    for (const { socket } of clients) socket.write(half('alice'));
    await until(() => served.steps.filter((step) => step.startsWith('may')).length === clients.length);
    expect(await answerTo(served, post('bob'))).toContain('410 Gone');
    expect(await answerTo(served, post('alice'))).toContain('410 Gone');
    expect(served.inFlight.count('mutating')).toBe(0);
  });

  it('is refused where its user has as many of them as one may have, and others are not', async () => {
    const budgets = { perUser: { count: 3, bytes: 1_000 }, total: { count: 100, bytes: 100_000 } };
    const pace = { silenceSeconds: 1_000, graceSeconds: 1_000, leastBytesPerSecond: 0 };
    const served = await serveChain({ uploads: { budgets, pace } });
    const [first] = Array.from({ length: 3 }, () => {
      const client = openRaw(served);
      client.socket.write(half('alice'));
      return client;
    });
    await until(() => served.steps.filter((step) => step.startsWith('may')).length === 3);
    expect(await answerTo(served, half('alice'))).toContain('429 Too Many Requests');
    expect(await answerTo(served, post('alice'))).toContain('410 Gone');
    const bob = openRaw(served);
    bob.socket.write(half('bob', 2));
    await until(() => served.steps.includes('may bob create'));
    bob.socket.write('{}');
    await bob.whenCame(/410 Gone/);
    const admin = openRaw(served);
    admin.socket.write(half('admin', 2_000) + 'x'.repeat(2_000));
    await admin.whenCame(/410 Gone/);
    // One that goes makes room for the next.
    first?.socket.destroy();
    await until(() => served.audited.has(jobs));
    let answer = '';
    for (let client = openRaw(served); !answer.includes('410'); client = openRaw(served)) {
      client.socket.write(half('alice', 2));
      await delay(20);
      client.socket.write('{}');
      await client.whenCame(/HTTP\/1\.1 \d+/);
      answer = client.came();
    }
  });

  it('is refused in its middle where it is more than the share of its user', async () => {
    const budgets = { perUser: { count: 3, bytes: 1_000 }, total: { count: 100, bytes: 100_000 } };
    const pace = { silenceSeconds: 1_000, graceSeconds: 1_000, leastBytesPerSecond: 0 };
    const served = await serveChain({ uploads: { budgets, pace } });
    const client = openRaw(served);
    client.socket.write(half('alice', 10_000));
    await until(() => served.steps.includes('may alice create'));
    client.socket.write('x'.repeat(2_000));
    await client.whenCame(/429 Too Many Requests/);
    expect(served.steps).not.toContain('turn alice mutating');
  });

  it('ends with 408 where its body does not come', async () => {
    const many = { count: 100, bytes: 100_000 };
    const uploads = {
      budgets: { perUser: many, total: many },
      pace: { silenceSeconds: 3, graceSeconds: 3, leastBytesPerSecond: 0 },
      tickMs: 20,
    };
    const served = await serveChain({ uploads });
    const client = openRaw(served);
    client.socket.write(half('alice'));
    await client.closed;
    expect(client.came()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^]*"reason":"Timeout"[^]*"code":408/);
    expect(client.came()).toContain('\r\nConnection: close\r\n');
    expect(await served.metric('apiserver_request_terminations_total')).toMatch(
      /apiserver_request_terminations_total\{.*code="408".*\} 1/,
    );
  });

  it('ends with 504 when the time of the request is up, and gives its share back', async () => {
    const budgets = { perUser: { count: 1, bytes: 1_000 }, total: { count: 1, bytes: 1_000 } };
    const pace = { silenceSeconds: 1_000, graceSeconds: 1_000, leastBytesPerSecond: 0 };
    const served = await serveChain({ uploads: { budgets, pace }, requestTimeoutMs: 100 });
    for (const user of ['alice', 'bob']) {
      const client = openRaw(served);
      client.socket.write(half(user));
      await client.closed;
      expect(client.came()).toMatch(/^HTTP\/1\.1 504 Gateway Timeout/);
    }
  });

  it('is nothing but a line in the audit where its client leaves', async () => {
    const served = await serveChain();
    const client = openRaw(served);
    client.socket.write(half('alice'));
    await until(() => served.steps.includes('may alice create'));
    client.socket.destroy();
    await until(() => served.audited.has(jobs));
    expect(served.steps).toEqual(['who alice', 'record alice', 'may alice create']);
  });
});

describe('the limits of numbers', () => {
  it('do not hold for administrators and for health', async () => {
    const waiting: (() => void)[] = [];
    const get = () =>
      new Promise<never>((_, reject) => {
        waiting.push(() => reject(new Error('over')));
      });
    const served = await serveChain({ limits: { reading: 2, mutating: 2 }, registry: { get } });
    const clients = Array.from({ length: 2 }, () => openRaw(served));
    for (const { socket } of clients) socket.write(head('alice', `GET ${jobs}/b`));
    await until(() => waiting.length === 2);
    expect(served.inFlight.count('readOnly')).toBe(2);
    expect(await answerTo(served, head('bob', `GET ${jobs}/b`))).toContain('HTTP/1.1 429');
    for (const path of ['/livez', '/readyz/ping', '/healthz']) {
      expect(await answerTo(served, head('bob', `GET ${path}`))).toContain('200 OK');
    }
    expect(await answerTo(served, head('admin', 'GET /version'))).toContain('200 OK');
    const admin = openRaw(served);
    admin.socket.write(head('admin', `GET ${jobs}/b`));
    await until(() => waiting.length === 3);
    expect(served.inFlight.count('readOnly')).toBe(3);
    for (const end of waiting) end();
    await until(() => served.inFlight.count('readOnly') === 0);
    const quiet = 'apiserver_current_inflight_requests{request_kind="readOnly"} 0';
    while (!(await served.metric('apiserver_current_inflight_requests')).includes(quiet)) await delay(20);
  });

  it('count one request of a connection at a time, however many it pipelines', async () => {
    const served = await serveChain({ limits: { reading: 1, mutating: 1 } });
    const client = openRaw(served);
    client.socket.write(
      head('alice', `GET ${jobs}/b`).repeat(500) + head('alice', `GET ${jobs}/b`, ...odd).repeat(500),
    );
    await until(() => client.came().split('410 Gone').length === 1_001);
    expect(client.came()).not.toContain('HTTP/1.1 429');
  });
});
