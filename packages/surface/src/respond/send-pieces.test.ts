import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from '@jest/globals';

import type { AnswerPace } from './answer-pace.ts';
import { acceptsGzip, gzipFromBytes, sendBytes, sendPieces } from './send-pieces.ts';

const indifferent: AnswerPace = { waits: () => undefined, goesOn: () => undefined };

type Answering = (incoming: IncomingMessage, response: ServerResponse) => void | Promise<void>;

async function ask(
  answer: Answering,
  headers: Record<string, string>,
): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const server = createServer((incoming, response) => void answer(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
      })
        .on('error', reject)
        .end();
    });
  } finally {
    server.close();
  }
}

function* pieces(count: number, size: number): Iterable<Uint8Array> {
  for (let index = 0; index < count; index += 1) yield Buffer.alloc(size, index % 256);
}

function answering(count: number, size: number): Answering {
  return (incoming, response) =>
    sendPieces(
      { incoming, response, pace: indifferent, status: 200, contentType: 'application/json' },
      { pieces: pieces(count, size) },
    );
}

describe('an answer in pieces', () => {
  it('arrives whole, however many pieces it had', async () => {
    const { body, headers } = await ask(answering(3000, 1000), {});
    expect(body.equals(Buffer.concat([...pieces(3000, 1000)]))).toBe(true);
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('says how long it is when it is small', async () => {
    const { body, headers } = await ask(answering(3, 5), {});
    expect(headers['content-length']).toBe('15');
    expect(body).toHaveLength(15);
  });

  it('is compressed from a size on, for those who accept it', async () => {
    const { body, headers } = await ask(answering(1000, 1000), { 'Accept-Encoding': 'gzip' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(body).equals(Buffer.concat([...pieces(1000, 1000)]))).toBe(true);
  });

  it('has its tail, compressed or not', async () => {
    for (const size of [10, gzipFromBytes]) {
      const whole: Answering = (incoming, response) =>
        sendBytes(
          { incoming, response, pace: indifferent, status: 200, contentType: 'text/plain' },
          Buffer.alloc(size, 'a'),
          Buffer.from('z'),
        );
      const { body, headers } = await ask(whole, { 'Accept-Encoding': 'gzip' });
      const isZipped = headers['content-encoding'] === 'gzip';
      expect(isZipped).toBe(size === gzipFromBytes);
      expect((isZipped ? gunzipSync(body) : body).toString()).toBe(`${'a'.repeat(size)}z`);
    }
  });

  it('is not compressed when that would not pay, or is not wanted', async () => {
    const small: Answering = (incoming, response) =>
      sendBytes(
        { incoming, response, pace: indifferent, status: 200, contentType: 'text/plain' },
        Buffer.alloc(gzipFromBytes - 1),
        Buffer.alloc(0),
      );
    expect((await ask(small, { 'Accept-Encoding': 'gzip' })).headers['content-encoding']).toBeUndefined();
    expect(
      (await ask(answering(1000, 1000), { 'Accept-Encoding': 'deflate' })).headers['content-encoding'],
    ).toBeUndefined();
  });
});

describe('accepting gzip', () => {
  it.each([
    ['gzip', true],
    ['gzip, deflate', true],
    ['deflate, gzip;q=0.5', true],
    ['gzip;q=0', false],
    ['gzip;q=0.0', false],
    ['deflate', false],
    ['xgzip', false],
  ])('%s: %s', (header, accepted) => {
    expect(acceptsGzip({ headers: { 'accept-encoding': header } })).toBe(accepted);
  });
});
