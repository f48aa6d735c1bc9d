import { describe, expect, it } from '@jest/globals';
import type { ObjectVersion } from '@keelson/cache';
import fc from 'fast-check';

import { eventsIn, joinEvents } from './joined-events.ts';
import { createJoinedItems, type JoinedItems } from './joined-items.ts';
import { mostWriteBytes } from './write-size.ts';

const around = [Buffer.from('<'), Buffer.from('>\n')] as const;
const large = mostWriteBytes - around[0].length - around[1].length;

function objectsOf(sizes: readonly number[]): ObjectVersion[] {
  return sizes.map((size, index) => {
    const value = Buffer.alloc(size, String(index));
    return { key: `/${String(index)}`, revision: index, value, attributes: undefined, derived: undefined };
  });
}

/** One chunk for each object that is too large. */
function chunksOf(objects: readonly ObjectVersion[], joined: JoinedItems): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let from = 0; from < objects.length;) {
    const together = joinEvents(objects, from, joined, around);
    expect(together === undefined).toBe((objects[from]?.value.length ?? 0) > large);
    chunks.push(together?.bytes ?? framed(objects[from]));
    from += together?.count ?? 1;
  }
  return chunks;
}

const framed = (object: ObjectVersion | undefined): Buffer =>
  Buffer.concat([around[0], object?.value ?? Buffer.of(), around[1]]);

describe('the initial events of a watch', () => {
  it('are the objects in their frames, and are told apart again', () => {
    const size = fc.oneof({ weight: 6, arbitrary: fc.nat(4_000) }, { weight: 1, arbitrary: fc.nat(2 * large) });
    fc.assert(
      fc.property(fc.array(size, { maxLength: 150 }), fc.constantFrom(0, 1e9), (sizes, limit) => {
        const objects = objectsOf(sizes);
        const joined = createJoinedItems(limit);
        for (let time = 0; time < 3; time += 1) {
          const chunks = chunksOf(objects, joined);
          expect(Buffer.concat(chunks).equals(Buffer.concat(objects.map(framed)))).toBe(true);
          expect(eventsIn(chunks).map(({ length }) => length)).toEqual(sizes.map((each) => each + 3));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are copied once for all watches from the second on', () => {
    const objects = objectsOf(Array.from({ length: 1_000 }, () => 1_000));
    const joined = createJoinedItems(1e9);
    chunksOf(objects, joined);
    const known = new Set(chunksOf(objects, joined));
    // The last may be too short to be kept.
    expect(
      chunksOf(objects, joined)
        .slice(0, -1)
        .every((chunk) => known.has(chunk)),
    ).toBe(true);
    expect(known.size).toBeGreaterThan(7);
  });
});
