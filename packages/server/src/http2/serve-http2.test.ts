import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http2';
import { request as requestHttps } from 'node:https';
import type { IncomingMessage } from 'node:http';

import { afterEach, describe, expect, it } from '@jest/globals';
import type { BodyResult, Incoming, Outgoing } from '@keelson/http';
import { resetCodes } from '@keelson/http2';

import { readAnswer, serveStreams, settled, type ServedStreams, type Serving } from './testing/serve-streams.ts';

let served: ServedStreams | undefined;
afterEach(() => served?.close());

async function open(serving: Serving) {
  served = await serveStreams(serving);
  return served.open();
}

type Answer = (incoming: Incoming, response: Outgoing) => unknown;
const quickly =
  (answer: Answer): Serving['answer'] =>
  (incoming, response) => {
    answer(incoming, response);
    return true;
  };

/** A request with these headers, as the handler sees it. */
async function seen(headers: OutgoingHttpHeaders): Promise<Incoming | undefined> {
  const asked: Incoming[] = [];
  const session = await open({
    answer: quickly((incoming, response) => {
      asked.push(incoming);
      response.end('seen');
    }),
  });
  await readAnswer(session.request(headers));
  return asked[0];
}

describe('a request over HTTP/2', () => {
  it('has its headers as one over HTTP/1.1, with the host that it is sent to', async () => {
    const incoming = await seen({
      ...{ ':path': '/a?b=c', ':authority': 'example.org', 'x-one': '1', 'user-agent': 'test' },
      cookie: ['a=1', 'b=2'],
    });
    expect([incoming?.method, incoming?.url, incoming?.isComplete()]).toEqual(['GET', '/a?b=c', true]);
    expect({ ...incoming?.headers }).toEqual({
      ...{ host: 'example.org', 'x-one': '1', 'user-agent': 'test', cookie: 'a=1; b=2' },
    });
    expect(incoming?.rawHeaders.slice(0, 2)).toEqual(['host', 'example.org']);
  });

  it('has the certificate of its client', async () => {
    const incoming = await seen({ ':path': '/' });
    expect(incoming?.connection.tls?.getPeerCertificate().subject.CN).toBe('alice');
    expect(incoming?.connection.takeOver()).toBeUndefined();
  });

  it('has the same headers object as others of its connection that bring the same', async () => {
    const asked: Incoming[] = [];
    const session = await open({
      answer: quickly((incoming, response) => {
        asked.push(incoming);
        response.end();
      }),
    });
    for (const path of ['/a', '/b']) await readAnswer(session.request({ ':path': path, authorization: 'Bearer a' }));
    await readAnswer(session.request({ ':path': '/c', authorization: 'Bearer b' }));
    expect(asked[1]?.headers).toBe(asked[0]?.headers);
    expect(asked[2]?.headers.authorization).toBe('Bearer b');
  });

  it.each([
    ['a method that is none', { ':method': 'get' }, 400],
    ['headers that are too large', { 'x-large': 'a'.repeat(70_000) }, 431],
  ])('is refused for %s, and others of its connection are not', async (_, headers, code) => {
    const session = await open({ answer: quickly((__, response) => response.end('fine')) });
    const refused = await readAnswer(session.request({ ':path': '/', ...headers }));
    expect([refused.status, JSON.parse(String(refused.body))]).toMatchObject([code, { kind: 'Status', code }]);
    expect((await readAnswer(session.request({ ':path': '/' }))).status).toBe(200);
  });

  it('is refused where it asks for a tunnel', async () => {
    const session = await open({});
    const refused = await readAnswer(session.request({ ':method': 'CONNECT', ':authority': 'example.org:80' }));
    expect([refused.status, JSON.parse(String(refused.body))]).toMatchObject([405, { reason: 'MethodNotAllowed' }]);
  });

  it('is refused without a body where it asks for none', async () => {
    const session = await open({});
    const refused = await readAnswer(
      session.request({ ':method': 'HEAD', ':path': '/', 'x-large': 'a'.repeat(70_000) }),
    );
    expect([refused.status, refused.body.length]).toEqual([431, 0]);
  });

  it('comes over HTTP/1.1 where the client does not offer HTTP/2', async () => {
    await open({ answer: quickly(({ headers }, response) => response.end(String(headers.host))) });
    const { port } = served ?? { port: 0 };
    const asking = requestHttps({ port, host: '127.0.0.1', path: '/', rejectUnauthorized: false });
    const [answer] = (await once(asking.end(), 'response')) as [IncomingMessage];
    expect([answer.httpVersion, answer.statusCode]).toEqual(['1.1', 200]);
    answer.destroy();
  });
});

/** Reads each body as the path says, and answers with its length. */
const readBodies: Answer = async (incoming, response) => {
  const counted: number[] = [];
  const result = await incoming.readBody(Number(incoming.url.slice(1)), (bytes) => counted.push(bytes) > 0);
  response.end(describeBody(result, counted.length > 0));
};

function describeBody(result: BodyResult, isInPieces: boolean): string {
  return result.ok ? `${result.bytes.length} ${isInPieces ? 'in pieces' : 'whole'}` : result.reason;
}

describe('a body over HTTP/2', () => {
  it.each([
    ['whole where it is small', 1_000, 10_000, '1000 whole'],
    ['in pieces where it is large', 3_000_000, 4_000_000, '3000000 in pieces'],
    ['not where it is too large', 3_000_000, 1_000, 'tooLarge'],
  ])('is read %s', async (_, bytes, limit, expected) => {
    const session = await open({ answer: quickly(readBodies) });
    const stream = session.request({ ':method': 'POST', ':path': `/${limit}` });
    stream.on('error', () => undefined);
    stream.end(Buffer.alloc(bytes));
    expect(String((await readAnswer(stream)).body)).toBe(expected);
  });

  it('is read piece by piece, no faster than the handler asks', async () => {
    const sizes: number[] = [];
    const session = await open({
      answer: quickly(async (incoming, response) => {
        const reader = incoming.readPieces();
        for (let piece = await reader.next(); piece.kind === 'bytes'; piece = await reader.next()) {
          sizes.push(piece.bytes.length);
        }
        response.end((await reader.next()).kind);
      }),
    });
    const stream = session.request({ ':method': 'POST', ':path': '/' });
    stream.end(Buffer.alloc(2_000_000));
    expect(String((await readAnswer(stream)).body)).toBe('end');
    expect(sizes.reduce((all, each) => all + each, 0)).toBe(2_000_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
  });

  it('is asked for where the client waits for that', async () => {
    const session = await open({ answer: quickly(readBodies) });
    const stream = session.request({ ':method': 'POST', ':path': '/100', expect: '100-continue' });
    await once(stream, 'continue');
    stream.end('body');
    expect(String((await readAnswer(stream)).body)).toBe('4 in pieces');
  });

  it('is asked for once, however many pieces it comes in', async () => {
    const session = await open({ answer: quickly(readBodies) });
    const stream = session.request({ ':method': 'POST', ':path': '/1000000', expect: '100-continue' });
    let asked = 0;
    stream.on('continue', () => (asked += 1));
    await once(stream, 'continue');
    for (let piece = 0; piece < 20; piece += 1) {
      stream.write(Buffer.alloc(10_000));
      await settled(session);
    }
    stream.end();
    expect([String((await readAnswer(stream)).body), asked]).toEqual(['200000 in pieces', 1]);
  });

  it('is aborted where the client resets the stream', async () => {
    const results: string[] = [];
    const session = await open({
      answer: quickly(async (incoming) => {
        const result = await incoming.readBody(1_000_000);
        results.push(describeBody(result, false));
      }),
    });
    const stream = session.request({ ':method': 'POST', ':path': '/', 'content-length': '500000' });
    stream.on('error', () => undefined).write('some');
    await settled(session);
    stream.close(resetCodes.cancel);
    await once(stream, 'close');
    await settled(session);
    expect(results).toEqual(['aborted']);
  });
});
