import { describe, expect, it } from '@jest/globals';

import { decodeHuffman } from './huffman.ts';

/** From RFC 7541, appendix C, and what etcd sends. */
const examples = [
  ['f1e3c2e5f23a6ba0ab90f4ff', 'www.example.com'],
  ['a8eb10649cbf', 'no-cache'],
  ['25a849e95ba97d7f', 'custom-key'],
  ['25a849e95bb8e8b4bf', 'custom-value'],
  ['6402', '302'],
  ['aec3771a4b', 'private'],
  ['d07abe941054d444a8200595040b8166e082a62d1bff', 'Mon, 21 Oct 2013 20:13:21 GMT'],
  ['9d29ad171863c78f0b97c8e9ae82ae43d3', 'https://www.example.com'],
  [
    '94e7821dd7f2e6c7b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007',
    'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1',
  ],
] as const;

describe('shortened texts', () => {
  it.each(examples)('%s is read', (hex, text) => {
    expect(decodeHuffman(Buffer.from(hex, 'hex'))).toBe(text);
  });

  it('have codes for the rarest bytes', () => {
    // 0x0a has thirty bits, all ones but for the last two.
    expect(decodeHuffman(Buffer.from('fffffff3', 'hex'))).toBe('\n');
  });

  it('are refused where they say nothing for longer than any code', () => {
    expect(() => decodeHuffman(Buffer.from('ffffffffff', 'hex'))).toThrow('a text that is none');
  });

  it.each(['ff', '07ff', '00'])('%s is refused: it ends in more than padding', (hex) => {
    expect(() => decodeHuffman(Buffer.from(hex, 'hex'))).toThrow('cut off');
  });
});
