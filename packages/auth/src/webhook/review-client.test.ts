import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, describe, expect, it } from '@jest/globals';

import { createCallouts } from '@keelson/callouts';

import { createPiecesClient, createReviewClient, type ReviewClientOptions } from './review-client.ts';
import type { ReviewServer } from './review-server.ts';

const callouts = createCallouts({ resolveService: () => ({ ok: false, message: 'no services here' }) });
afterAll(() => callouts.close());

const reviewsOf = (server: ReviewServer, options: ReviewClientOptions = {}) =>
  createReviewClient({ callouts, server, ...options });
const piecesOf = (server: ReviewServer, options: ReviewClientOptions = {}) =>
  createPiecesClient({ callouts, server, ...options });

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** Answers one after the other; the last one again and again. */
async function serve(...answers: readonly (readonly [code: number, body: string])[]) {
  const received: { headers: unknown; body: string }[] = [];
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      const [code, text] = answers[Math.min(received.length, answers.length - 1)] ?? [500, ''];
      received.push({ headers: incoming.headers, body });
      response.writeHead(code).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/authorize`, received };
}

const quick = { firstRetryMs: 1 };

describe('a client of reviews', () => {
  it('posts the review, with its token', async () => {
    const { url, received } = await serve([201, '{"status":{"allowed":true}}']);
    expect(await reviewsOf({ url, token: 't' })({ kind: 'Review' })).toEqual({
      ok: true,
      body: { status: { allowed: true } },
    });
    expect(received).toMatchObject([{ headers: { authorization: 'Bearer t' }, body: '{"kind":"Review"}' }]);
  });

  it('tries again when the other side is in trouble', async () => {
    const { url, received } = await serve([503, ''], [429, ''], [200, '{}']);
    expect(await reviewsOf({ url }, quick)({})).toEqual({ ok: true, body: {} });
    expect(received).toHaveLength(3);
  });

  it('gives up after a while, and says why', async () => {
    const { url, received } = await serve([500, '']);
    expect(await reviewsOf({ url }, { ...quick, maxTries: 2 })({})).toMatchObject({
      ok: false,
      message: 'it answered with 500',
    });
    expect(received).toHaveLength(2);
  });

  it('does not try again what was refused or makes no sense', async () => {
    for (const [answer, message] of [
      [[403, ''], 'it answered with 403'],
      [[200, '<html>'], 'its answer is no JSON'],
    ] as const) {
      const { url, received } = await serve(answer);
      expect(await reviewsOf({ url }, quick)({})).toMatchObject({ ok: false, message });
      expect(received).toHaveLength(1);
    }
  });

  it('does not wait for ever, nor read for ever', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    closings.push(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const once = { timeoutMs: 50, maxTries: 1 };
    expect(await reviewsOf({ url }, once)({})).toMatchObject({ message: 'context deadline exceeded' });
    const endless = await serve([200, 'x'.repeat(2 * 1024 * 1024)]);
    expect(await reviewsOf({ url: endless.url }, { maxTries: 1 })({})).toMatchObject({
      message: 'the answer is larger than 1048576 bytes',
    });
  });

  it('says that nobody is there', async () => {
    expect(await reviewsOf({ url: 'http://127.0.0.1:1' }, { maxTries: 1 })({})).toMatchObject({ ok: false });
  });

  it('does not mind what the answer is where only its code counts', async () => {
    for (const answer of ['', 'thanks', '{}']) {
      const { url, received } = await serve([200, answer]);
      expect(await piecesOf({ url }, quick)([Buffer.from('{"a":'), Buffer.from('1}')])).toMatchObject({
        ok: true,
      });
      expect(received).toMatchObject([{ body: '{"a":1}' }]);
    }
    const { url } = await serve([400, '']);
    expect(await piecesOf({ url }, quick)([Buffer.from('{}')])).toMatchObject({
      ok: false,
      message: 'it answered with 400',
    });
  });

  it('sends a body of many megabytes as it is taken, in pieces small and large', async () => {
    const { url, received } = await serve([200, '']);
    const pieces = [10, 30_000_000, 1, 1, 20_000, 5_000, 300_000].map((length, index) =>
      Buffer.alloc(length, 0x61 + index),
    );
    expect(await piecesOf({ url }, quick)(pieces)).toMatchObject({ ok: true });
    expect(received[0]?.body === Buffer.concat(pieces).toString()).toBe(true);
  });

  it('does not go on sending a body that was refused before it was read', async () => {
    const server = createServer((_, response) => response.writeHead(400).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
    closings.push(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await piecesOf({ url }, quick)([Buffer.alloc(50_000_000)])).toMatchObject({ ok: false });
    await closed;
  });

  it('does not wait for a server that answers a little at a time, for ever', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closings.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const once = { timeoutMs: 100, maxTries: 1 };
    expect(await reviewsOf({ url }, once)({})).toMatchObject({ message: 'context deadline exceeded' });
  });

  it('says what is wrong where nothing can be sent', async () => {
    const reply = await reviewsOf({ url: 'http://127.0.0.1:1', token: 'a\nb' }, { maxTries: 1 })({});
    expect(reply).toMatchObject({ ok: false, message: expect.stringContaining('Authorization') });
  });
});
