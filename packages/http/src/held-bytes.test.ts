import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { HeldBytes } from './held-bytes.ts';

describe('held bytes', () => {
  it('are those that were pushed, in order, and are gone when they are taken', () => {
    const piece = fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 300 }), fc.array(piece, { maxLength: 70 }), (first, second) => {
        const held = new HeldBytes();
        for (const pieces of [first, second]) {
          for (const each of pieces) held.push(each);
          const wanted = Buffer.concat(pieces);
          expect(held.length).toBe(wanted.length);
          expect(held.take()).toEqual(wanted);
          expect(held.length).toBe(0);
        }
      }),
    );
  });

  it('take little more room than they are, however small their pieces', () => {
    const held = new HeldBytes();
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 200_000; count += 1) held.push(Buffer.from(new Uint8Array([count]).buffer));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
    expect(held.take()).toHaveLength(200_000);
  });
});
