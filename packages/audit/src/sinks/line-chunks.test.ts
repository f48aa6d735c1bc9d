import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ByteWriter } from '../byte-writer.ts';
import { createLineChunks, type Line, type LineChunks } from './line-chunks.ts';

const line = (text: string): Line => ({ print: (out) => out.text(text), printTruncated: (out) => out.text('-') });
const maxEventBytes = 10_000;

function takeAll(chunks: LineChunks): { text: string; lines: number } {
  let [text, lines] = ['', 0];
  for (let chunk = chunks.take(); chunk !== undefined; chunk = chunks.take()) {
    const all = Buffer.concat(chunk.pieces);
    expect(all).toHaveLength(chunk.bytes);
    text += all.toString();
    lines += chunk.lines;
    // The chunk must not be read after it is given back.
    chunk.whole.fill(0);
    chunks.giveBack(chunk);
  }
  return { text, lines };
}

describe('lines that wait', () => {
  it('come out whole and in their order, however long they are and whenever they are taken', () => {
    const texts = fc.array(fc.record({ length: fc.nat(300), isTaken: fc.boolean() }), { maxLength: 200 });
    fc.assert(
      fc.property(texts, (all) => {
        const chunks = createLineChunks({ chunkBytes: 128, maxEventBytes, limitBytes: 1_000_000 });
        let came = '';
        let lines = 0;
        for (const [index, { length, isTaken }] of all.entries()) {
          expect(chunks.add(line(`${index}${'ü'.repeat(length)}`))).toBe('added');
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
    const chunks = createLineChunks({ chunkBytes: 64, maxEventBytes, limitBytes: 100 });
    const taken = Array.from({ length: 20 }, () => chunks.add(line('123456789')));
    expect(taken.filter((result) => result === 'added')).toHaveLength(10);
    expect(chunks.waitingLines()).toBe(10);
    expect(chunks.add(line('x'.repeat(1_000)))).toBe('noRoom');
    expect(takeAll(chunks)).toEqual({ text: '123456789\n'.repeat(10), lines: 10 });
    expect(chunks.add(line('again'))).toBe('added');
    expect(takeAll(chunks)).toEqual({ text: 'again\n', lines: 1 });
  });

  it('have large bodies in them that are not copied, and that count', () => {
    const bodies = fc.array(fc.record({ length: fc.nat(9_000), isTaken: fc.boolean() }), { maxLength: 60 });
    fc.assert(
      fc.property(bodies, (all) => {
        const chunks = createLineChunks({ chunkBytes: 128, maxEventBytes, limitBytes: 1_000_000 });
        let [came, expected] = ['', ''];
        for (const [index, { length, isTaken }] of all.entries()) {
          const body = Buffer.alloc(length, 0x61 + (index % 26));
          const print: Line['print'] = (out) => {
            out.text(`${index}<`);
            out.attach(body);
            out.text('>');
            out.attach(body);
          };
          chunks.add({ print, printTruncated: (out) => out.text('truncated') });
          const whole = `${index}<${body.toString()}>${body.toString()}`;
          expected += `${whole.length > maxEventBytes ? 'truncated' : whole}\n`;
          if (isTaken) came += takeAll(chunks).text;
        }
        expect(came + takeAll(chunks).text).toBe(expected);
      }),
    );
    const body = Buffer.alloc(5_000);
    const chunks = createLineChunks({ chunkBytes: 128, maxEventBytes, limitBytes: 10_000 });
    const large: Line = { print: (out) => out.attach(body), printTruncated: (out) => out.text('') };
    expect([1, 2].map(() => chunks.add(large))).toEqual(['added', 'noRoom']);
    expect(chunks.take()?.pieces[0]?.buffer).toBe(body.buffer);
  });

  it('are left out where they are too large even without bodies, or fail, and leave the others as they were', () => {
    const chunks = createLineChunks({ chunkBytes: 64, maxEventBytes: 20, limitBytes: 1_000 });
    const long = (out: ByteWriter): void => out.text('x'.repeat(200));
    const failing = (out: ByteWriter): void => {
      long(out);
      throw new Error('no');
    };
    expect(chunks.add(line('before'))).toBe('added');
    expect(chunks.add({ print: long, printTruncated: long })).toBe('tooLarge');
    expect(() => chunks.add({ print: failing, printTruncated: failing })).toThrow('no');
    expect(chunks.add(line('x'.repeat(21)))).toBe('added');
    expect(takeAll(chunks)).toEqual({ text: 'before\n-\n', lines: 2 });
  });
});
