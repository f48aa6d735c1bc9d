import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from '@jest/globals';
import type { Outgoing } from '@keelson/http';

import type { AnswerPace } from './answer-pace.ts';
import { leastWriteBytes, mostWriteBytes } from '../represent/write-size.ts';
import { gather, gatherLater } from './gather.ts';
import { gzipBytes } from './gzip-stream.ts';
import { acceptsGzip, gzipFromBytes, sendBytes, sendPieces } from './send-pieces.ts';

const indifferent: AnswerPace = { waits: () => undefined, rests: () => undefined };

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

describe('an answer whose client does not read', () => {
  it.each([
    [{}, 0],
    [{ 'Accept-Encoding': 'gzip' }, gzipBytes],
  ])('says that it waits and what is held for it, and goes on when there is room: %j', async (headers, heldBytes) => {
    const steps: number[] = [];
    const pace: AnswerPace = { waits: (bytes = 0) => steps.push(bytes), rests: () => undefined };
    const random = randomBytes(1_000_000);
    const server = createServer((incoming, response) => {
      const many = Array.from({ length: 24 }, () => random);
      void sendPieces({ incoming, response, pace, status: 200, contentType: 'text/plain' }, { pieces: many });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const asked = request({ port, host: '127.0.0.1', headers }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    while (steps.length === 0) await delay(5);
    const stuck = async (): Promise<number> => {
      const before = steps.length;
      await delay(50);
      return steps.length === before ? before : stuck();
    };
    const waits = await stuck();
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    expect(bytes).toBeGreaterThanOrEqual(24_000_000);
    expect(steps.length).toBeGreaterThan(waits);
    expect(new Set(steps)).toEqual(new Set([heldBytes]));
    server.close();
  });

  it('does not wait for its client while its next piece is being made', async () => {
    const steps: string[] = [];
    const pace: AnswerPace = { waits: () => steps.push('waits'), rests: () => steps.push('rests') };
    async function* slowly(): AsyncIterable<Uint8Array> {
      for (let count = 0; count < 24; count += 1) yield Promise.resolve(Buffer.alloc(1_000_000));
      await Promise.resolve();
      steps.push('made');
    }
    const sending: Answering = (incoming, response) =>
      sendPieces({ incoming, response, pace, status: 200, contentType: 'text/plain' }, { pieces: slowly() });
    expect((await ask(sending, {})).body).toHaveLength(24_000_000);
    expect(steps).toContain('waits');
    expect(steps.lastIndexOf('waits')).toBeLessThan(steps.lastIndexOf('rests'));
  });

  it('is handed to its connection in pieces that are not large, of which large ones are no copies', async () => {
    const large = randomBytes(1_000_000);
    const pieces = [
      Buffer.from('head'),
      large,
      Buffer.from(','),
      large,
      ...Array.from({ length: 500 }, () => large.subarray(0, 999)),
    ];
    const gathered = [...gather(pieces)];
    expect(Buffer.concat(gathered).equals(Buffer.concat(pieces))).toBe(true);
    for (const piece of gathered) expect(piece.length).toBeLessThanOrEqual(mostWriteBytes);
    for (const piece of gathered.slice(0, -1)) expect(piece.length).toBeGreaterThanOrEqual(leastWriteBytes);
    // All but the first and the last of either.
    const most = 2 * Math.floor(large.length / mostWriteBytes - 1);
    expect(gathered.filter(({ buffer }) => buffer === large.buffer).length).toBeGreaterThanOrEqual(most);
    async function* later(): AsyncIterable<Uint8Array> {
      for (const piece of pieces) yield await Promise.resolve(piece);
    }
    const gatheredLater: Uint8Array[] = [];
    for await (const piece of gatherLater(later())) gatheredLater.push(piece);
    expect(gatheredLater.map(({ length }) => length)).toEqual(gathered.map(({ length }) => length));
    expect(Buffer.concat(gatheredLater).equals(Buffer.concat(pieces))).toBe(true);
  });
});

describe('answers that begin together', () => {
  /** Takes all at once, and a millisecond for each piece. */
  function busyResponse(onWrite: () => void): Outgoing {
    const write = (): boolean => {
      const until = performance.now() + 1;
      while (performance.now() < until);
      onWrite();
      return true;
    };
    return { destroyed: false, writeHead: () => undefined, write, end: () => undefined } as unknown as Outgoing;
  }

  it('leave the others a turn between their first pieces', async () => {
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const turnsOfWrites = new Set<number>();
    const response = busyResponse(() => turnsOfWrites.add(turn));
    const sending = { incoming: { headers: {} }, response, pace: indifferent, status: 200, contentType: 'text/plain' };
    const piece = Buffer.alloc(100_000);
    const answers = Array.from({ length: 200 }, () => sendPieces(sending, { pieces: [piece], bytes: piece.length }));
    await Promise.all(answers);
    isOver = true;
    expect(turnsOfWrites.size).toBeGreaterThan(8);
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
