import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { ByteWriter, pieceOf } from './byte-writer.ts';

function written(tell: (out: ByteWriter) => void, bytes = 4): string {
  const out = new ByteWriter(Buffer.alloc(bytes));
  tell(out);
  return out.buffer.toString('utf8', out.start, out.end);
}

describe('a writer of bytes', () => {
  it('writes any text as JSON has it, however little room there was', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.nat(64), (texts, bytes) => {
        const json = written((out) => {
          out.byte(0x5b);
          for (const [index, text] of texts.entries()) {
            if (index > 0) out.put(pieceOf(','));
            out.quote(text);
          }
          out.text(']');
        }, bytes);
        expect(json).toBe(JSON.stringify(texts));
      }),
    );
  });

  it('leaves what was there before where it is, when it needs more room', () => {
    const buffer = Buffer.alloc(8);
    const out = new ByteWriter(buffer);
    out.ascii('abcdef');
    out.begin();
    out.ascii('ghijkl');
    expect(buffer.toString('utf8', 0, 6)).toBe('abcdef');
    expect(out.buffer.toString('utf8', out.start, out.end)).toBe('ghijkl');
    expect(out.buffer).not.toBe(buffer);
    out.takeBack();
    expect(out.end).toBe(out.start);
  });
});
