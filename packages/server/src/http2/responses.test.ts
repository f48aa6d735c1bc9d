/** Responses over HTTP/2, of handlers that take requests quickly, and of those that want the objects of Node. */
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';
import type { Outgoing } from '@keelson/http';
import { resetCodes } from '@keelson/http2';

import { readAnswer, serveStreams, settled, type ServedStreams, type Serving } from './testing/serve-streams.ts';

let served: ServedStreams | undefined;
afterEach(() => served?.close());

const large = Buffer.alloc(3_000_000, 'l');

function answer(url: string, response: Outgoing): void {
  response.setHeader('X-Kind', ['a', 'b']);
  response.setHeader('Connection', 'close');
  if (url === '/text') response.end('text');
  else if (url === '/none' || url === '/same') {
    response.writeHead(url === '/none' ? 204 : 304);
    response.end();
  } else if (url === '/pieces') {
    response.flushHeaders();
    for (const piece of ['one', 'two']) response.write(Buffer.from(piece));
    response.end();
  } else if (url === '/large') response.end(large);
  else if (url === '/length') {
    response.writeHead(200, { 'Content-Length': 6 });
    response.write(Buffer.from('abc'));
    response.end('def');
  }
}

const lanes: readonly (readonly [string, Serving])[] = [
  [
    'quickly',
    {
      answer: ({ url }, response) => {
        answer(url, response);
        return true;
      },
    },
  ],
  ['by way of Node', { answerNode: ({ url = '' }, response) => answer(url, response) }],
];

describe.each(lanes)('a response made %s', (_, serving) => {
  it.each([
    ['GET /text', 200, 'text', '4'],
    ['GET /none', 204, '', undefined],
    ['GET /same', 304, '', undefined],
    ['GET /pieces', 200, 'onetwo', undefined],
    ['GET /length', 200, 'abcdef', '6'],
    ['HEAD /length', 200, '', '6'],
  ])('answers %s', async (asked, status, body, length) => {
    const [method = '', path = ''] = asked.split(' ');
    served = await serveStreams(serving);
    const told = await readAnswer(served.open().request({ ':method': method, ':path': path }));
    expect([told.status, String(told.body), told.headers['content-length']]).toEqual([status, body, length]);
    expect(told.headers['x-kind']).toBe('a, b');
    expect(Date.parse(String(told.headers['date']))).toBeGreaterThan(0);
    expect(Object.keys(told.headers).filter((name) => /connection|keep-alive|transfer/.test(name))).toEqual([]);
  });

  it('waits for a client that does not read, and holds up no other', async () => {
    served = await serveStreams(serving);
    const session = served.open();
    const slow = session.request({ ':path': '/large' });
    await once(slow, 'response');
    for (let n = 0; n < 5; n += 1) {
      expect(String((await readAnswer(session.request({ ':path': '/text' }))).body)).toBe('text');
    }
    const pieces: Buffer[] = [];
    for await (const piece of slow) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces).equals(large)).toBe(true);
  });

  it('is closed where the client resets its stream', async () => {
    const closed: string[] = [];
    served = await serveStreams({
      answer: (incoming, response) => {
        response.once('close', () => closed.push(incoming.url));
        return serving.answer?.(incoming, response) ?? false;
      },
      answerNode: (message, response) => {
        response.once('close', () => closed.push(message.url ?? ''));
        serving.answerNode?.(message, response);
      },
    });
    const session = served.open();
    const stream = session.request({ ':path': '/wait' });
    await settled(session);
    stream.close(resetCodes.cancel);
    await once(stream, 'close');
    while (closed.length === 0) await turn();
    expect(closed).toEqual(['/wait']);
    expect((await readAnswer(session.request({ ':path': '/text' }))).status).toBe(200);
  });

  it('is broken off with an error where the handler gives it up', async () => {
    const destroy = (response: Outgoing): void => {
      response.write(Buffer.from('begun'));
      response.destroy();
    };
    served = await serveStreams({
      answer: (_incoming, response) => {
        if (serving.answer !== undefined) destroy(response);
        return serving.answer !== undefined;
      },
      answerNode: (_message, response) => destroy(response),
    });
    const stream = served.open().request({ ':path': '/' });
    await once(stream.resume(), 'error');
    expect(stream.rstCode).toBe(resetCodes.internalError);
  });
});

describe('a response that its client does not read', () => {
  it('tells what waits, and is cut off alone', async () => {
    const responses: Outgoing[] = [];
    served = await serveStreams({
      answer: ({ url }, response) => {
        responses.push(response);
        answer(url, response);
        return true;
      },
    });
    const session = served.open();
    const slow = session.request({ ':path': '/large' });
    slow.on('error', () => undefined);
    const other = session.request({ ':path': '/wait' });
    await once(slow, 'response');
    await settled(session);
    const backlog = responses[0]?.backlog;
    expect(backlog?.bytes()).toBeGreaterThan(large.length / 2);
    let settles = 0;
    backlog?.onceRead(() => (settles += 1));
    backlog?.cutOff();
    await once(slow.resume(), 'close');
    expect([slow.rstCode, settles, backlog?.bytes(), other.closed]).toEqual([resetCodes.cancel, 1, 0, false]);
  });

  it('tells when all of it was read', async () => {
    let settles = 0;
    served = await serveStreams({
      answer: ({ url }, response) => {
        answer(url, response);
        response.backlog?.onceRead(() => (settles += 1));
        return true;
      },
    });
    const read = await readAnswer(served.open().request({ ':path': '/large' }));
    expect([read.body.length, settles]).toEqual([large.length, 1]);
  });
});
