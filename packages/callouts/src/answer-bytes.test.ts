import { describe, expect, it } from '@jest/globals';

import { AnswerBytes } from './answer-bytes.ts';

function take(pieces: readonly Buffer[]): AnswerBytes {
  const answer = new AnswerBytes();
  for (const piece of pieces) answer.push(piece);
  return answer;
}

describe('the bytes of an answer', () => {
  it('are kept in few buffers, however small the pieces are in which they come', () => {
    const byte = Buffer.from('x');
    const answer = take(Array.from({ length: 1_000_000 }, () => byte));
    expect(answer.length).toBe(1_000_000);
    expect(answer.pieces).toBeLessThan(40);
    expect(answer.join().equals(Buffer.alloc(1_000_000, 'x'))).toBe(true);
  });

  it('are in order when small and large pieces take turns', () => {
    const pieces = Array.from({ length: 200 }, (_, index) => Buffer.alloc(index % 3 === 0 ? 10_000 : index, index));
    expect(take(pieces).join().equals(Buffer.concat(pieces))).toBe(true);
  });

  it('are not copied where they come in one piece', () => {
    const piece = Buffer.from('{}');
    expect(take([piece]).join()).toBe(piece);
    expect(take([]).join()).toHaveLength(0);
  });
});
