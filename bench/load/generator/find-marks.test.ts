import { expect, test } from '@jest/globals';

import { createMarkFinder } from './find-marks.ts';

function marksOf(text: string, pieceLength: number): number[] {
  const found: number[] = [];
  const find = createMarkFinder((marked) => found.push(marked));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceLength) find(bytes.subarray(at, at + pieceLength));
  return found;
}

const text = '{"sent":"12.5","absent":"","f:sent":{}}\r\n{"s":"ssent","sent":"0.125"}{"sent":"7"}s';

test('marks are found however the bytes come', () => {
  for (let length = 1; length <= text.length; length += 1) {
    expect([length, ...marksOf(text, length)]).toEqual([length, 12.5, 0, 0.125, 7]);
  }
});

test('nothing is found where nothing is', () => {
  expect(marksOf('{"data":{"f:sent":{}}}', 5)).toEqual([]);
});
