import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createMarkFinder } from './find-marks.ts';
import { createChunkReader } from './read-chunks.ts';

const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Cuts a text at these places; what is not in it is passed over. */
function cut(text: string, places: readonly number[]): string[] {
  const ordered = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return ordered.slice(1).map((end, index) => text.slice(ordered[index], end));
}

const framed = (pieces: readonly string[]) =>
  pieces
    .filter((piece) => piece !== '')
    .map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
    .join('');

const places = fc.array(fc.nat(400), { maxLength: 12 });

describe('an answer in chunks', () => {
  it('is read as what was put in, wherever it was cut into chunks and pieces', () => {
    const body = fc.array(fc.constantFrom('a', '0', '\r\n', '\r', 'sent":"1.5"', '\n', 'f;'), { maxLength: 40 });
    fc.assert(
      fc.property(body, places, places, (letters, chunkEnds, pieceEnds) => {
        const text = letters.join('');
        let read = '';
        const take = createChunkReader((piece) => (read += piece.toString('latin1')));
        const whole = `${head}${framed(cut(text, chunkEnds))}0\r\n\r\n`;
        for (const piece of cut(whole, pieceEnds)) take(Buffer.from(piece, 'latin1'));
        expect(read).toBe(text);
      }),
    );
  });

  it('shows marks that are cut in two', () => {
    const noted: number[] = [];
    const take = createChunkReader(createMarkFinder((marked) => void noted.push(marked)));
    take(Buffer.from(`${head}${framed(['{"data":{"s', 'ent":"48', '3.5"}}'])}`));
    expect(noted).toEqual([483.5]);
  });
});
