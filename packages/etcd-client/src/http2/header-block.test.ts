import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { readHeaderBlock, writeHeaderBlock } from './header-block.ts';

const read = (hex: string): [string, string][] => [...readHeaderBlock(Buffer.from(hex, 'hex'))];

describe('a block of headers', () => {
  it('comes back as it was written', () => {
    const text = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
    const long = fc.integer({ min: 0, max: 400 }).map((length) => 'x'.repeat(length));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.oneof(text, long))), (headers) => {
        expect(readHeaderBlock(writeHeaderBlock(headers))).toEqual(new Map(headers));
      }),
    );
  });

  it('may be of the static table, by itself or by its name', () => {
    expect(read('88')).toEqual([[':status', '200']]);
    expect(read('0803353033')).toEqual([[':status', '503']]);
    expect(read('5f1061' + Buffer.from('pplication/grpc').toString('hex'))).toEqual([
      ['content-type', 'application/grpc'],
    ]);
  });

  it('may be shortened', () => {
    expect(read('008825a849e95ba97d7f8925a849e95bb8e8b4bf')).toEqual([['custom-key', 'custom-value']]);
  });

  it('may begin with how much is to be remembered', () => {
    expect(read('2088')).toEqual([[':status', '200']]);
  });

  it.each([
    ['that refers to others', 'be', 'refer to others'],
    ['whose name refers to others', '7e0161', 'refer to others'],
    ['that is cut off in a text', '0003616263056162', 'cut off'],
    ['that is cut off in a number', '00', 'cut off'],
    ['with a number without an end', '00ffffffffffffff', 'without an end'],
  ])('is refused if it is one %s', (_, hex, problem) => {
    expect(() => read(hex)).toThrow(problem);
  });
});
