import { describe, expect, it } from '@jest/globals';

import { ByteWriter } from '../byte-writer.ts';
import { Stamped } from './stamped.ts';

const start = Date.parse('2024-05-01T23:59:59Z');
const stamped = new Stamped('{"a":"ü"', 'Z","b":{"c":"ß"}}');

function told(receivedMs: number, stageMs: number): readonly unknown[] {
  const out = new ByteWriter(Buffer.alloc(8));
  stamped.put(out, start + receivedMs, start + stageMs);
  const read = JSON.parse(out.buffer.toString('utf8', 0, out.end)) as Record<string, unknown>;
  expect(read).toMatchObject({ a: 'ü', b: { c: 'ß' } });
  return [read['requestReceivedTimestamp'], read['stageTimestamp']];
}

describe('the times of an event', () => {
  it('have microseconds', () => {
    expect(told(0, 0.5)).toEqual(['2024-05-01T23:59:59.000000Z', '2024-05-01T23:59:59.000500Z']);
    expect(told(12.25, 999.75)).toEqual(['2024-05-01T23:59:59.012250Z', '2024-05-01T23:59:59.999750Z']);
    expect(told(999.9996, 999.9996)[0]).toMatch(/^2024-05-01T23:59:59.99999[89]Z$/);
  });

  it('may be of different seconds, and come in any order', () => {
    expect(told(999, 1_000)).toEqual(['2024-05-01T23:59:59.999000Z', '2024-05-02T00:00:00.000000Z']);
    expect(told(0, 3_600_000.5)).toEqual(['2024-05-01T23:59:59.000000Z', '2024-05-02T00:59:59.000500Z']);
    expect(told(0, 0)).toEqual(['2024-05-01T23:59:59.000000Z', '2024-05-01T23:59:59.000000Z']);
  });
});
