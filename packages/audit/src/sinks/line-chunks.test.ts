import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createLineChunks, type Line, type LineChunks } from './line-chunks.ts';

const line = (text: string): Line => ({ print: (out) => out.text(text) });

function takeAll(chunks: LineChunks): { text: string; lines: number } {
  let [text, lines] = ['', 0];
  for (let chunk = chunks.take(); chunk !== undefined; chunk = chunks.take()) {
    text += Buffer.from(chunk.bytes).toString();
    lines += chunk.lines;
    // Whoever gives it back does not look at it again.
    chunk.bytes.fill(0);
    chunks.giveBack(chunk);
  }
  return { text, lines };
}

describe('lines that wait', () => {
  it('come out whole and in their order, however long they are and whenever they are taken', () => {
    const texts = fc.array(fc.record({ length: fc.nat(300), isTaken: fc.boolean() }), { maxLength: 200 });
    fc.assert(
      fc.property(texts, (all) => {
        const chunks = createLineChunks({ chunkBytes: 128, limitBytes: 1_000_000 });
        let came = '';
        let lines = 0;
        for (const [index, { length, isTaken }] of all.entries()) {
          expect(chunks.add(line(`${index}${'ü'.repeat(length)}`))).toBe(true);
          if (!isTaken) continue;
          const taken = takeAll(chunks);
          came += taken.text;
          lines += taken.lines;
        }
        const rest = takeAll(chunks);
        expect(came + rest.text).toBe(all.map(({ length }, index) => `${index}${'ü'.repeat(length)}\n`).join(''));
        expect(lines + rest.lines).toBe(all.length);
        expect(chunks.waitingLines()).toBe(0);
      }),
    );
  });

  it('are refused where they would be too much, and taken again when there is room', () => {
    const chunks = createLineChunks({ chunkBytes: 64, limitBytes: 100 });
    const taken = Array.from({ length: 20 }, () => chunks.add(line('123456789')));
    expect(taken.filter(Boolean)).toHaveLength(10);
    expect(chunks.waitingLines()).toBe(10);
    expect(chunks.add(line('x'.repeat(1_000)))).toBe(false);
    expect(takeAll(chunks)).toEqual({ text: '123456789\n'.repeat(10), lines: 10 });
    expect(chunks.add(line('again'))).toBe(true);
    expect(takeAll(chunks)).toEqual({ text: 'again\n', lines: 1 });
  });
});
