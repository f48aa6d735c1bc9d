/**
 * Decodes the Huffman code of HPACK (RFC 7541, appendix B). The code is canonical: bytes with equally long codes have
 * consecutive ones, so the lengths alone define it.
 */
import { ProtocolError } from '../errors.ts';

/** By the length of the code, from 5 bits on: the bytes in the order of their codes; ranges as first–last. */
const bytesByBits: readonly string[] = [
  '30-32 61 63 65 69 6f 73-74',
  '20 25 2d-2f 33-39 3d 41 5f 62 64 66-68 6c-6e 70 72 75',
  '3a 42-57 59 6a-6b 71 76-7a',
  '26 2a 2c 3b 58 5a',
  '',
  '21-22 28-29 3f',
  '27 2b 7c',
  '23 3e',
  '0 24 40 5b 5d 7e',
  '5e 7d',
  '3c 60 7b',
  '',
  '',
  '',
  '5c c3 d0',
  '80 82-83 a2 b8 c2 e0 e2',
  '99 a1 a7 ac b0-b1 b3 d1 d8-d9 e3 e5-e6',
  '81 84-86 88 92 9a 9c a0 a3-a4 a9-aa ad b2 b5 b9-bb bd-be c4 c6 e4 e8-e9',
  '1 87 89-8d 8f 93 95-98 9b 9d-9e a5-a6 a8 ae-af b4 b6-b7 bc bf c5 e7 ef',
  '9 8e 90-91 94 9f ab ce d7 e1 ec-ed',
  'c7 cf ea-eb',
  'c0-c1 c8-ca cd d2 d5 da-db ee f0 f2-f3 ff',
  'cb-cc d3-d4 d6 dd-df f1 f4-f8 fa-fe',
  '2-8 b-c e-15 17-1a 1b-1f 7f dc f9',
  '',
  'a d 16',
];
const fewestBits = 5;

interface Width {
  /** The code of the first of these bytes. */
  readonly first: number;
  readonly bytes: readonly number[];
}

const widths: readonly Width[] = compileWidths();

function compileWidths(): Width[] {
  let first = 0;
  return bytesByBits.map((ranges) => {
    const width = { first: first * 2, bytes: ranges.split(' ').flatMap(bytesOf) };
    first = width.first + width.bytes.length;
    return width;
  });
}

function bytesOf(range: string): number[] {
  if (range === '') return [];
  const [from = 0, to = from] = range.split('-').map((text) => Number.parseInt(text, 16));
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The rest at the end, less than eight bits, is padding. */
export function decodeHuffman(bytes: Uint8Array): string {
  let text = '';
  let code = 0;
  let bits = 0;
  for (const byte of bytes) {
    for (let mask = 0x80; mask > 0; mask >>= 1) {
      code = code * 2 + ((byte & mask) === 0 ? 0 : 1);
      bits += 1;
      const found = find(code, bits);
      if (found === undefined) continue;
      text += String.fromCharCode(found);
      code = 0;
      bits = 0;
    }
    if (bits > mostBits) throw new ProtocolError('etcd sent a text that is none');
  }
  return text;
}

const mostBits = 30;

function find(code: number, bits: number): number | undefined {
  const width = widths[bits - fewestBits];
  return width?.bytes[code - width.first];
}
