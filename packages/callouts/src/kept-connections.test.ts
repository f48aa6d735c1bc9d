import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Callouts } from './contract.ts';
import type { CalloutsOptions } from './create-callouts.ts';
import { makeAuthority, type Authority, type Leaf } from './testing/authority.ts';
import { closeAfterEach, openClient } from './testing/closings.ts';
import { serveNode } from './testing/node-server.ts';
import { post, targetOf } from './testing/posts.ts';
import { plainAnswer, serveScript, type Script } from './testing/scripted-server.ts';

let authority: Authority;
let leaf: Leaf;
beforeAll(() => {
  authority = makeAuthority();
  leaf = authority.issue();
});
afterAll(() => authority.close());

const closings = closeAfterEach();

const open = (options: Partial<CalloutsOptions> = {}): Callouts => openClient(closings, options);

async function serve(script: Script) {
  const server = await serveScript(leaf, script);
  closings.push(server.close);
  return { ...server, target: targetOf(server.origin, { authorities: authority.pem }) };
}

const ok = { ok: true, body: Buffer.from('ok') };

describe('a kept connection that ends at the moment it is used again', () => {
  /** Each connection answers once, and leaves at the second request. */
  const stale = async () => {
    const seen = new WeakSet<object>();
    return serve((socket) => {
      if (seen.has(socket)) socket.destroy();
      else socket.write(plainAnswer);
      seen.add(socket);
    });
  };

  it('is replaced where the request may be carried out twice', async () => {
    const { target, heads } = await stale();
    const callouts = open();
    await callouts.call(target, post());
    expect(await callouts.call(target, post({ isRepeatable: true }))).toMatchObject(ok);
    expect(await callouts.call(target, post({ method: 'GET', body: [] }))).toMatchObject(ok);
    expect(heads).toHaveLength(5);
  });

  it('fails the request where it may not', async () => {
    const { target, heads } = await stale();
    const callouts = open();
    await callouts.call(target, post());
    expect(await callouts.call(target, post())).toMatchObject({ ok: false, kind: 'closed', wasSent: true });
    expect(heads).toHaveLength(2);
  });

  it('fails the request if a new one ends as well, or a byte of the answer has come', async () => {
    const always = await serve((socket, count) => {
      if (count === 1) socket.write(plainAnswer);
      else socket.destroy();
    });
    const callouts = open();
    await callouts.call(always.target, post());
    expect(await callouts.call(always.target, post({ isRepeatable: true }))).toMatchObject({ kind: 'closed' });
    expect(always.heads).toHaveLength(3);
    const late = await serve((socket, count) => {
      if (count === 1) socket.write(plainAnswer);
      else socket.end('HTTP');
    });
    await callouts.call(late.target, post());
    expect(await callouts.call(late.target, post({ isRepeatable: true }))).toMatchObject({ kind: 'closed' });
    expect(late.heads).toHaveLength(2);
  });

  it('is never used after the server has closed it', async () => {
    const { target, accepted } = await serve((socket) => socket.end(plainAnswer));
    const callouts = open();
    for (let count = 0; count < 5; count += 1) {
      expect(await callouts.call(target, post({ isRepeatable: true }))).toMatchObject(ok);
    }
    expect(accepted()).toBe(5);
  });
});

describe('connections', () => {
  it('are used no longer than the server says it keeps them, nor than agreed', async () => {
    let nowMs = Date.now();
    const now = () => nowMs;
    const brief = `HTTP/1.1 200 OK\r\nKeep-Alive: timeout=5\r\nContent-Length: 2\r\n\r\nok`;
    for (const [answer, stays] of [
      [brief, 3_500],
      [plainAnswer, 29_000],
    ] as const) {
      const { target, accepted } = await serve((socket) => socket.write(answer));
      const callouts = open({ now });
      await callouts.call(target, post());
      nowMs += stays;
      await callouts.call(target, post());
      expect(accepted()).toBe(1);
      nowMs += stays + 1_500;
      await callouts.call(target, post());
      expect(accepted()).toBe(2);
    }
  });

  it('are used no longer than the certificate of the server holds', async () => {
    let nowMs = Date.now();
    const { target, accepted } = await serve((socket) => socket.write(plainAnswer));
    const callouts = open({ now: () => nowMs, idleMs: 10 * 86_400_000 });
    await callouts.call(target, post());
    nowMs += 86_400_000;
    await callouts.call(target, post());
    expect(accepted()).toBe(1);
    nowMs += 86_400_000;
    await callouts.call(target, post());
    expect(accepted()).toBe(2);
  });

  it('are as many as there are requests at once, and no more than the target may have', async () => {
    const { target, accepted, heads } = await serve((socket) => void setTimeout(() => socket.write(plainAnswer), 20));
    const callouts = open();
    const bounded = { ...target, maxInFlight: 20 };
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => callouts.call(bounded, post())));
    expect(outcomes.filter(({ ok: isOk }) => isOk)).toHaveLength(20);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.kind === 'busy')).toHaveLength(30);
    expect(heads).toHaveLength(20);
    expect(accepted()).toBeLessThanOrEqual(20);
  });

  it('are not opened for requests that have ended meanwhile', async () => {
    const { target, accepted } = await serve((socket) => socket.write(plainAnswer));
    const callouts = open();
    const leaving = new AbortController();
    const calls = Array.from({ length: 50 }, () => callouts.call(target, post({ signal: leaving.signal })));
    leaving.abort();
    await Promise.all(calls);
    expect(await callouts.call(target, post())).toMatchObject(ok);
    expect(accepted()).toBeLessThanOrEqual(3);
  });
});

describe('a connection of HTTP/2', () => {
  const serveH2 = async (answer: Parameters<typeof serveNode>[0]['answer']) => {
    const server = await serveNode({ leaf, version: 'h2', ...(answer && { answer }) });
    closings.push(() => server.close());
    return { ...server, target: targetOf(server.origin, { authorities: authority.pem }) };
  };

  it('carries many requests at once', async () => {
    const { target, connections, received } = await serveH2((_, response) => {
      setTimeout(() => response.end('ok'), 30);
    });
    const callouts = open();
    await Promise.all(Array.from({ length: 100 }, () => callouts.call(target, post())));
    expect(received).toHaveLength(100);
    expect(connections()).toBeLessThanOrEqual(2);
  });

  it('is replaced when the server says that it goes, and what that had not begun is sent again', async () => {
    const sessions = new Set<object>();
    const { target, received } = await serveH2(({ path }, response) => {
      const { session } = response.stream;
      if (path === '/go' && session !== undefined) {
        // Refuses the streams after this one: a clean GOAWAY with the number of the last that counts.
        session.goaway(0, response.stream.id);
        sessions.add(session);
      }
      response.end('ok');
    });
    const callouts = open();
    expect(await callouts.call(target, post({ path: '/go' }))).toMatchObject(ok);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => callouts.call(target, post())));
    for (const outcome of outcomes) expect(outcome).toMatchObject(ok);
    expect(received).toHaveLength(6);
    expect(sessions.size).toBe(1);
  });

  it('sends a request once more that the server refused to begin', async () => {
    let count = 0;
    const { target } = await serveH2((_, response) => {
      count += 1;
      if (count === 1) response.stream.close(7);
      else response.end('ok');
    });
    expect(await open().call(target, post())).toMatchObject(ok);
    expect(count).toBe(2);
  });
});
