import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

import { joinForWrite } from './join-for-write.ts';
import { createFrameOutbox } from './outbox.ts';
import { Sender } from './sender.ts';

function setUp() {
  const written: string[] = [];
  const socket = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      written.push(bytes.toString());
      done();
    },
  });
  const delayed: (() => void)[] = [];
  const afterDelay = (run: () => void) => void delayed.push(run);
  const { push, pushLate, flush } = createFrameOutbox({ socket, onFull: () => undefined, afterDelay });
  return {
    ...{ written, socket, flush, delayed },
    push: (text: string) => push(Buffer.from(text)),
    pushLate: (text: string) => pushLate(Buffer.from(text)),
  };
}

describe('an outbox', () => {
  it('sends what comes in one turn in one piece, at its end', async () => {
    const { written, push } = setUp();
    push('a');
    push('b');
    expect(written).toEqual([]);
    await turn();
    push('c');
    await turn();
    expect(written).toEqual(['ab', 'c']);
  });

  it('sends at once what cannot wait, with all that came before it and nothing twice', async () => {
    const { written, push, flush } = setUp();
    push('a');
    push('b');
    flush();
    expect(written).toEqual(['ab']);
    push('c');
    flush();
    flush();
    await turn();
    expect(written).toEqual(['ab', 'c']);
  });

  it('sends what may wait with what comes next, or by itself after a while', async () => {
    const { written, delayed, push, pushLate } = setUp();
    pushLate('a');
    await turn();
    expect(written).toEqual([]);
    push('b');
    await turn();
    expect(written).toEqual(['ab']);
    pushLate('c');
    expect(delayed).toHaveLength(1);
    delayed.shift()?.();
    expect(written).toEqual(['ab', 'c']);
    push('d');
    pushLate('e');
    await turn();
    expect(written).toEqual(['ab', 'c', 'de']);
    expect(delayed).toHaveLength(1);
  });

  it('sends what may wait by itself also where nobody says when', async () => {
    const written: string[] = [];
    const socket = new Writable({
      write: (bytes: Buffer, _encoding, done) => {
        written.push(bytes.toString());
        done();
      },
    });
    createFrameOutbox({ socket, onFull: () => undefined }).pushLate(Buffer.from('a'));
    while (written.length === 0) await delay(1);
    expect(written).toEqual(['a']);
  });

  it('makes no write of a long body larger than 128 KB, and takes many short ones together', async () => {
    const sizes: number[] = [];
    const socket = new Writable({
      write: (bytes: Buffer, _encoding, done) => {
        sizes.push(bytes.length);
        setImmediate(done);
      },
    });
    const outbox = createFrameOutbox({ socket, onFull: () => undefined, onRoom: () => sender.pump() });
    const sender = new Sender(outbox);
    sender.grant(0, 10_000_000);
    sender.setInitialWindow(10_000_000);
    sender.send(1, { body: [Buffer.alloc(1_000_000)] });
    while (sender.unsentBytes(1) > 0) await turn();
    await turn();
    expect(Math.max(...sizes)).toBeLessThan(128 * 1024);
    const before = sizes.length;
    for (let stream = 3; stream < 403; stream += 2) sender.send(stream, { body: [Buffer.alloc(1_000)] });
    await turn();
    expect(sizes.slice(before).some((size) => size > 150_000)).toBe(true);
  });

  it('tells when the other side has left more unread than it may', async () => {
    let full = 0;
    const socket = new Writable({ highWaterMark: 1, write: () => undefined });
    const { push } = createFrameOutbox({ socket, onFull: () => (full += 1), limitBytes: 10 });
    push(Buffer.alloc(10));
    await turn();
    expect(full).toBe(0);
    push(Buffer.alloc(1));
    await turn();
    expect(full).toBe(1);
  });

  it('gives up what a connection that is over cannot take', async () => {
    const { written, socket, push } = setUp();
    socket.destroy();
    push('a');
    await turn();
    expect(written).toEqual([]);
  });

  it('has its memory back where the connection is destroyed in the middle of a write', async () => {
    const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [unread] = (await once(server, 'connection')) as [Socket];
    socket.on('error', () => undefined);
    const { push, flush } = createFrameOutbox({ socket, onFull: () => undefined });
    const piece = Buffer.alloc(250_000);
    while (socket.writableLength < 10 * piece.length) {
      push(piece);
      push(piece);
      flush();
    }
    socket.destroy();
    await once(socket, 'close');
    unread.destroy();
    server.close();

    const again = Array.from({ length: 4 }, () => joinForWrite([piece, piece], 2 * piece.length).bytes.buffer);
    expect(new Set(again).size).toBe(again.length);
    // Fresh memory would have just the bytes.
    for (const { byteLength } of again) expect(byteLength).toBeGreaterThan(2 * piece.length);
  });
});
