import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { BodyPiece, BodyReader, Incoming, Outgoing } from './exchange.ts';
import { closeServed, open, put, serve, type Answer } from './testing/serve.ts';

afterEach(closeServed);

async function readAll(reader: BodyReader): Promise<string[]> {
  const pieces: string[] = [];
  let piece = await reader.next();
  for (; piece.kind === 'bytes'; piece = await reader.next()) pieces.push(Buffer.from(piece.bytes).toString());
  return [...pieces, piece.kind, (await reader.next()).kind];
}

/** Answers with what was read, joined, and the name of the server that read it. */
const tell: Answer = (incoming, response, by) => {
  void readAll(incoming.readPieces()).then((pieces) => response.end(`${by} ${pieces.join('')}.`));
};

describe('a body read piece by piece', () => {
  it.each([
    ['that came whole', put('/a', 'hello'), 'lane helloendend.'],
    ['that there is none of', put('/a', ''), 'lane endend.'],
    [
      'in chunks',
      'PUT /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n',
      'node helloendend.',
    ],
    ['that is long', put('/a', 'x'.repeat(300_000)), `node ${'x'.repeat(300_000)}endend.`],
  ])('%s is all there, and ends once', async (_, text, wanted) => {
    const client = open(await serve(tell));
    client.socket.write(text);
    await client.whenCame(/\.$/);
    expect(client.came().endsWith(`\r\n\r\n${wanted}`)).toBe(true);
    client.socket.write(put('/b', 'again'));
    await client.whenCame(/againendend\.$/);
  });

  it('comes as it is sent, before its end', async () => {
    const pieces: BodyPiece[] = [];
    const read = async (reader: BodyReader): Promise<void> => {
      while (pieces.at(-1)?.kind !== 'aborted') pieces.push(await reader.next());
    };
    const served = await serve((incoming) => void read(incoming.readPieces()));
    const client = open(served);
    client.socket.write('PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n');
    for (const text of ['hel', 'lo']) {
      const before = pieces.length;
      client.socket.write(text);
      while (pieces.length === before) await delay(1);
    }
    client.socket.destroy();
    while (pieces.length < 3) await delay(1);
    expect(pieces).toEqual([
      { kind: 'bytes', bytes: Buffer.from('hel') },
      { kind: 'bytes', bytes: Buffer.from('lo') },
      { kind: 'aborted' },
    ]);
  });

  it('holds its client back: what was received and not read stays small', async () => {
    const totalBytes = 32 * 1024 * 1024;
    let mostAhead = 0;
    const read = async (incoming: Incoming, response: Outgoing): Promise<void> => {
      const reader = incoming.readPieces();
      const { socket } = incoming.connection;
      let taken = 0;
      for (let piece = await reader.next(); piece.kind === 'bytes'; piece = await reader.next()) {
        taken += piece.bytes.length;
        // Time enough for more to come, if it could.
        for (let index = 0; index < 5; index += 1) await turn();
        mostAhead = Math.max(mostAhead, socket.bytesRead - taken);
      }
      response.end(`took ${taken}.`);
    };
    const served = await serve((incoming, response) => void read(incoming, response));
    const client = open(served);
    client.socket.write(`PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: ${totalBytes}\r\n\r\n`);
    client.socket.write(Buffer.alloc(totalBytes, 'x'));
    await client.whenCame(/took \d+\.$/);
    expect(client.came()).toMatch(new RegExp(`took ${totalBytes}\\.$`));
    expect(mostAhead).toBeLessThan(1024 * 1024);
  });

  it('may be left in the middle, and the rest discarded, so that the client reads why', async () => {
    const refuse = async (incoming: Incoming, response: Outgoing): Promise<void> => {
      await incoming.readPieces().next();
      incoming.discardRest();
      response.setHeader('Connection', 'close');
      response.end('enough.');
    };
    const served = await serve((incoming, response) => void refuse(incoming, response));
    const client = open(served);
    client.socket.write(put('/a', 'x'.repeat(5_000_000)));
    await client.whenCame(/enough\.$/);
  });
});
