/** Numbers of 64 bits as decimal text: ids of leases and clusters are above what a JavaScript number can represent. */
import { ProtocolError } from '../errors.ts';

/** The varint of a number. */
export function encodeDecimal(decimal: string): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt(decimal);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Uint8Array.from([...bytes, Number(rest)]);
}

/** The number of a varint, which is its bytes and no others. */
export function decodeDecimal(varint: Uint8Array): bigint {
  let number = 0n;
  for (const byte of [...varint].reverse()) number = (number << 7n) | BigInt(byte & 0x7f);
  return number;
}

/** The bytes of the first varint field of that number; empty where there is none. Throws a `ProtocolError`. */
export function varintField(message: Buffer, wanted: number): Buffer {
  let at = 0;
  const next = (): Buffer => {
    const start = at;
    while ((message[at] ?? 0) >= 0x80) at += 1;
    at += 1;
    if (at > message.length || at - start > 10) throw new ProtocolError('etcd sent a message that is cut off');
    return message.subarray(start, at);
  };
  while (at < message.length) {
    const tag = Number(decodeDecimal(next()));
    const isBytes = tag % 8 === 2;
    if (!isBytes && tag % 8 !== 0) throw new ProtocolError('etcd sent what is no message');
    const value = next();
    if (isBytes) at += Number(decodeDecimal(value));
    else if (Math.floor(tag / 8) === wanted) return value;
  }
  return Buffer.alloc(0);
}
