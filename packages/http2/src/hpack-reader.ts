/** The primitives of HPACK (RFC 7541, section 5): numbers and texts. */
import { protocolError, resetCodes, type Http2Error } from './errors.ts';
import { decodeHuffman } from './huffman.ts';

export interface BlockReader {
  readonly block: Buffer;
  at: number;
}

/** RFC 7541, section 5.1: the low bits of a byte, continued in further bytes if they are all ones. */
export function readHpackNumber(reader: BlockReader, bits: number): number {
  const most = 2 ** bits - 1;
  let number = readByte(reader) & most;
  if (number < most) return number;
  for (let scale = 1; scale <= 2 ** 21; scale *= 128) {
    const byte = readByte(reader);
    number += (byte & 0x7f) * scale;
    if (byte < 0x80) return number;
  }
  throw protocolError('the peer sent headers with a number without an end', resetCodes.compression);
}

function readByte(reader: BlockReader): number {
  const byte = reader.block[reader.at];
  if (byte === undefined) throw cutOff();
  reader.at += 1;
  return byte;
}

export function readHpackText(reader: BlockReader): string {
  const isHuffman = ((reader.block[reader.at] ?? 0) & 0x80) !== 0;
  const length = readHpackNumber(reader, 7);
  const { block, at } = reader;
  const end = at + length;
  if (end > block.length) throw cutOff();
  reader.at = end;
  return isHuffman ? decodeHuffman(block.subarray(at, end)) : block.toString('latin1', at, end);
}

function cutOff(): Http2Error {
  return protocolError('the peer sent headers that are cut off', resetCodes.compression);
}
