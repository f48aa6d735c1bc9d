import { describe, expect, it } from '@jest/globals';

import { joinForWrite } from './join-for-write.ts';

const piecesOf = (letter: string): Buffer[] => [Buffer.alloc(20_000, letter), Buffer.alloc(30_000, letter)];

describe('pieces that are joined for a write', () => {
  it('keep their bytes while others are joined, and leave their memory to those that follow', () => {
    const joined = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => ({
      letter,
      ...joinForWrite(piecesOf(letter), 50_000),
    }));
    for (const { letter, bytes } of joined) expect(bytes.equals(Buffer.alloc(50_000, letter))).toBe(true);
    const used = new Set(joined.map(({ bytes }) => bytes.buffer));
    expect(used.size).toBe(joined.length);

    for (const { release } of joined) release();
    expect(used).toContain(joinForWrite(piecesOf('i'), 50_000).bytes.buffer);
  });

  it.each([1_000, 5_000_000])('may be few or many: %d bytes', (length) => {
    const { bytes, release } = joinForWrite([Buffer.from('a'), Buffer.alloc(length - 1, 'b')], length);
    release();
    expect(Buffer.from(bytes).toString()).toBe(`a${'b'.repeat(length - 1)}`);
  });
});
