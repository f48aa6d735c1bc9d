import { describe, expect, it } from '@jest/globals';

import { ClientStream } from './client-stream.ts';
import { createOpenStreams } from './open-streams.ts';

function streamOf(id: number): ClientStream {
  const ignore = (): undefined => undefined;
  const request = { head: '', body: [], onHeaders: ignore, onData: ignore, onEnd: ignore };
  const carrier = { streamWindow: 1, cancel: () => false, sendWindowUpdate: ignore, sendData: () => true };
  const stream = new ClientStream(request, carrier);
  stream.id = id;
  return stream;
}

describe('the open streams', () => {
  it('are found by their ids and taken out once, wherever they are', () => {
    const open = createOpenStreams();
    const all = [1, 3, 5, 7, 9].map(streamOf);
    for (const each of all) open.add(each);
    for (const wanted of [5, 1, 9].map((id) => all.find((each) => each.id === id) ?? streamOf(0))) {
      expect(open.find(wanted.id)).toBe(wanted);
      expect(open.remove(wanted)).toBe(true);
      expect(open.find(wanted.id)).toBeUndefined();
      expect(open.remove(wanted)).toBe(false);
    }
    expect(open.all().map(({ id }) => id)).toEqual([3, 7]);
    for (const id of [0, 4, 8, 11]) expect(open.find(id)).toBeUndefined();
    open.add(streamOf(11));
    expect(open.all().map(({ id }) => id)).toEqual([3, 7, 11]);
  });
});
