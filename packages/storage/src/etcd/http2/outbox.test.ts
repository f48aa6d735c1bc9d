import { describe, expect, it } from '@jest/globals';
import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

import { createOutbox } from './outbox.ts';

function setUp() {
  const written: string[] = [];
  const socket = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      written.push(bytes.toString());
      done();
    },
  });
  const { push, flush } = createOutbox(socket);
  return { written, socket, push: (text: string) => push(Buffer.from(text)), flush };
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

  it('gives up what a connection that is over cannot take', async () => {
    const { written, socket, push } = setUp();
    socket.destroy();
    push('a');
    await turn();
    expect(written).toEqual([]);
  });
});
