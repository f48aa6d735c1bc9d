import { describe, expect, it } from '@jest/globals';

import { createFrameReader, frameFlag, largestPayload } from './frames.ts';
import { createSender } from './sender.ts';

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
  return { sender: createSender(read), take: () => sent.splice(0) };
}

const body = (length: number): Buffer => Buffer.alloc(length);

describe('a sender', () => {
  it('sends what fits, in frames that are not too large', () => {
    const { sender, take } = recordSending();
    sender.send(1, body(largestPayload + 10), true);
    expect(take()).toEqual([
      { stream: 1, length: largestPayload, isLast: false },
      { stream: 1, length: 10, isLast: true },
    ]);
  });

  it('waits where the window of the connection is full, and goes on in turn', () => {
    const { sender, take } = recordSending();
    sender.setInitialWindow(200_000);
    sender.send(1, body(65_000), true);
    sender.send(3, body(1_000), true);
    sender.send(5, body(100), true);
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
    sender.send(1, body(15), true);
    sender.send(3, body(5), true);
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

  it('sends no more of what is forgotten', () => {
    const { sender, take } = recordSending();
    sender.setInitialWindow(10);
    sender.send(1, body(15), true);
    sender.send(3, body(5), true);
    take();
    expect([sender.forget(1), sender.forget(3)]).toEqual([true, false]);
    sender.grant(1, 20);
    expect(take()).toEqual([]);
  });
});
