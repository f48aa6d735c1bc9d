import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';

import { createReviewClient, createTextClient } from './review-client.ts';

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
    expect(await createReviewClient({ url, token: 't' })({ kind: 'Review' })).toEqual({
      ok: true,
      body: { status: { allowed: true } },
    });
    expect(received).toMatchObject([{ headers: { authorization: 'Bearer t' }, body: '{"kind":"Review"}' }]);
  });

  it('tries again when the other side is in trouble', async () => {
    const { url, received } = await serve([503, ''], [429, ''], [200, '{}']);
    expect(await createReviewClient({ url }, quick)({})).toEqual({ ok: true, body: {} });
    expect(received).toHaveLength(3);
  });

  it('gives up after a while, and says why', async () => {
    const { url, received } = await serve([500, '']);
    expect(await createReviewClient({ url }, { ...quick, maxTries: 2 })({})).toMatchObject({
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
      expect(await createReviewClient({ url }, quick)({})).toMatchObject({ ok: false, message });
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
    expect(await createReviewClient({ url }, once)({})).toMatchObject({ message: 'it did not answer in time' });
    const endless = await serve([200, 'x'.repeat(2 * 1024 * 1024)]);
    expect(await createReviewClient({ url: endless.url }, { maxTries: 1 })({})).toMatchObject({
      message: 'its answer is too long',
    });
  });

  it('says that nobody is there', async () => {
    expect(await createReviewClient({ url: 'http://127.0.0.1:1' }, { maxTries: 1 })({})).toMatchObject({ ok: false });
  });

  it('does not mind what the answer is where only its code counts', async () => {
    for (const answer of ['', 'thanks', '{}']) {
      const { url, received } = await serve([200, answer]);
      expect(await createTextClient({ url }, quick)('{"a":1}')).toMatchObject({ ok: true });
      expect(received).toMatchObject([{ body: '{"a":1}' }]);
    }
    const { url } = await serve([400, '']);
    expect(await createTextClient({ url }, quick)('{}')).toMatchObject({ ok: false, message: 'it answered with 400' });
  });
});
