import { describe, expect, it } from '@jest/globals';

import { createFrameReader } from './frame-reader.ts';
import { frameFlag, largestPayload } from './frames.ts';
import { Sender } from './sender.ts';

interface Sent {
  readonly stream: number;
  readonly length: number;
  readonly isLast: boolean;
}

function recordSending() {
  const sent: Sent[] = [];
  const read = createFrameReader(({ stream, length, flags }) => {
    sent.push({ stream, length, isLast: (flags & frameFlag.endStream) !== 0 });
  });
  const outbox = { hasRoom: true };
  const joined = (bytes: Uint8Array): void => read(Buffer.from(bytes));
  const sender = new Sender({ push: joined, hasRoom: () => outbox.hasRoom });
  return { sender, outbox, take: () => sent.splice(0) };
}

const body = (length: number): Buffer => Buffer.alloc(length);

describe('a sender', () => {
  it('sends what fits, in frames that are not too large', () => {
    const { sender, take } = recordSending();
    sender.send(1, { body: [body(largestPayload + 10)] });
    expect(take()).toEqual([
      { stream: 1, length: largestPayload, isLast: false },
      { stream: 1, length: 10, isLast: true },
    ]);
  });

  it('waits where the window of the connection is full, and goes on in turn', () => {
    const { sender, take } = recordSending();
    sender.setInitialWindow(200_000);
    sender.send(1, { body: [body(65_000)] });
    sender.send(3, { body: [body(1_000)] });
    sender.send(5, { body: [body(100)] });
    expect(take().filter(({ stream }) => stream !== 1)).toEqual([{ stream: 3, length: 535, isLast: false }]);
    sender.grant(0, 500);
    expect(take()).toEqual([
      { stream: 3, length: 465, isLast: true },
      { stream: 5, length: 35, isLast: false },
    ]);
    sender.grant(0, 65);
    expect(take()).toEqual([{ stream: 5, length: 65, isLast: true }]);
  });

  it('waits where the window of a stream is full, and others do not', () => {
    const { sender, take } = recordSending();
    sender.setInitialWindow(10);
    sender.send(1, { body: [body(15)] });
    sender.send(3, { body: [body(5)] });
    expect(take()).toEqual([
      { stream: 1, length: 10, isLast: false },
      { stream: 3, length: 5, isLast: true },
    ]);
    sender.setInitialWindow(2);
    sender.grant(1, 8);
    expect(take()).toEqual([]);
    sender.grant(1, 20);
    expect(take()).toEqual([{ stream: 1, length: 5, isLast: true }]);
  });

  it('refuses an initial window that overflows one of a stream, also before another one', () => {
    const { sender } = recordSending();
    sender.send(1, { body: [], staysOpen: true });
    sender.grant(1, 100);
    const highest = 0x7fff_ffff - 100;
    sender.setInitialWindow(65_535, highest);
    expect(() => sender.setInitialWindow(65_535, highest + 1)).toThrow('a window that is none');
  });

  it.each([
    ['the last bytes', body(0), { stream: 1, length: 0, isLast: true }],
    ['more bytes', body(4), undefined],
  ])('gives a window below zero no bytes, where it is given %s', (_, last, expected) => {
    const { sender, take } = recordSending();
    sender.send(1, { body: [body(20)], staysOpen: true });
    sender.setInitialWindow(5);
    take();
    expect(sender.sendMore(1, last, true)).toBe(expected !== undefined);
    expect(take()).toEqual(expected === undefined ? [] : [expected]);
    if (expected !== undefined) return;
    sender.grant(1, 15);
    expect(take()).toEqual([]);
    sender.grant(1, 10);
    expect(take()).toEqual([{ stream: 1, length: 4, isLast: true }]);
  });

  it('sends no more of what is forgotten', () => {
    const { sender, take } = recordSending();
    sender.setInitialWindow(10);
    sender.send(1, { body: [body(15)] });
    sender.send(3, { body: [body(5)] });
    take();
    expect([sender.forget(1), sender.forget(3)]).toEqual([true, false]);
    sender.grant(1, 20);
    expect(take()).toEqual([]);
  });

  it('sends the pieces of a body as one, without an end where more follows', () => {
    const { sender, take } = recordSending();
    let rooms = 0;
    sender.send(1, { body: [body(3), body(0), body(4)], staysOpen: true, onRoom: () => (rooms += 1) });
    expect([take(), rooms]).toEqual([[{ stream: 1, length: 7, isLast: false }], 1]);
    sender.setInitialWindow(10);
    expect(sender.sendMore(1, body(5), false)).toBe(false);
    expect([take(), rooms]).toEqual([[{ stream: 1, length: 3, isLast: false }], 1]);
    sender.grant(1, 100);
    expect([take(), rooms]).toEqual([[{ stream: 1, length: 2, isLast: false }], 2]);
    expect(sender.sendMore(1, body(0), true)).toBe(true);
    expect([take(), rooms]).toEqual([[{ stream: 1, length: 0, isLast: true }], 2]);
    expect(sender.forget(1)).toBe(false);
  });

  it('sends no faster than the outbox takes it', () => {
    const { sender, outbox, take } = recordSending();
    outbox.hasRoom = false;
    sender.send(1, { body: [body(10)] });
    expect([take(), sender.blocked()]).toEqual([[], [1]]);
    outbox.hasRoom = true;
    sender.pump();
    expect([take(), sender.blocked()]).toEqual([[{ stream: 1, length: 10, isLast: true }], []]);
  });

  it('lets bodies that wait take turns, a frame each', () => {
    const { sender, outbox, take } = recordSending();
    outbox.hasRoom = false;
    sender.send(1, { body: [body(2 * largestPayload)] });
    sender.send(3, { body: [body(10)] });
    outbox.hasRoom = true;
    sender.pump();
    expect(take().map(({ stream }) => stream)).toEqual([1, 3, 1]);
  });

  it('begins with the next body where room is short, not with the same one each time', () => {
    let frames = 0;
    const sent: number[] = [];
    const read = createFrameReader(({ stream }) => void sent.push(stream));
    const sender = new Sender({ push: (bytes) => read(Buffer.from(bytes)), hasRoom: () => (frames -= 1) >= 0 });
    for (const id of [1, 3, 5]) sender.send(id, { body: [body(20 * 1024)] });
    for (let n = 0; n < 4; n += 1) {
      frames = 1;
      sender.pump();
    }
    expect(sent).toEqual([1, 3, 5, 1]);
  });

  it('refuses a window above the largest', () => {
    const { sender } = recordSending();
    expect(() => sender.grant(0, 0x7fff_ffff)).toThrow('a window that is none');
  });
});
