import { expect, it } from '@jest/globals';

import { ChunkReader } from './chunk-reader.ts';

it('chunks that come together are handed over as one piece', () => {
  const taken: Buffer[] = [];
  const reader = new ChunkReader((bytes) => void taken.push(bytes));
  expect(reader.read(Buffer.from('1\r\na\r\n'.repeat(1_000)))).toEqual({ kind: 'more' });
  expect(reader.read(Buffer.from('2\r\nbc\r\n0\r\n\r\nrest'))).toEqual({ kind: 'end', next: 12 });
  expect(taken.map(String)).toEqual(['a'.repeat(1_000), 'bc']);
});
