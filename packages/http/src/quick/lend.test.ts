import { describe, expect, it } from '@jest/globals';

import { lend } from './lend.ts';

describe('memory for one write', () => {
  it('is of nobody else until it is released, and lent again from then on', () => {
    const lent = Array.from({ length: 12 }, (_, index) => {
      const { bytes, release } = lend(50_000);
      return { bytes: bytes.fill(index), index, release };
    });
    for (const { bytes, index } of lent) expect(bytes.equals(Buffer.alloc(50_000, index))).toBe(true);
    const used = new Set(lent.map(({ bytes }) => bytes.buffer));
    expect(used.size).toBe(lent.length);
    for (const { release } of lent) release();
    expect(used).toContain(lend(10_000).bytes.buffer);
  });

  it('is fresh where much is asked for', () => {
    const { bytes, release } = lend(1_000_000);
    release();
    expect(bytes).toHaveLength(1_000_000);
    expect(lend(1_000_000).bytes.buffer).not.toBe(bytes.buffer);
  });
});
