/**
 * Takes the head of an answer and the framing of its chunks (RFC 9112, section 7.1) away:
 * servers cut chunks wherever it suits them, also within what is looked for.
 */

const headEnd = '\r\n\r\n';
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const semicolon = 0x3b;

/** Hands the pieces of the body on as they come; they share memory with what came. */
export function createChunkReader(onBody: (piece: Buffer) => void): (bytes: Buffer) => void {
  /** The end of what came of the head; undefined behind it. */
  let head: string | undefined = '';
  /** Of the chunk that has begun. */
  let left = 0;
  let line = { size: 0, isOver: false };

  /** Returns where the body of the answer begins, if it does. */
  const readHead = (bytes: Buffer): number => {
    const before = head?.length ?? 0;
    const text = `${head ?? ''}${bytes.toString('latin1')}`;
    const at = text.indexOf(headEnd);
    head = at < 0 ? text.slice(-headEnd.length) : undefined;
    return at < 0 ? bytes.length : at + headEnd.length - before;
  };

  /** Returns what is behind the line of a size. An empty line, which ends a chunk, says nothing. */
  const readSize = (bytes: Buffer, from: number): number => {
    let at = from;
    for (; at < bytes.length && left === 0; at += 1) {
      const byte = bytes[at] ?? lineFeed;
      if (byte === lineFeed) {
        left = line.size;
        line = { size: 0, isOver: false };
      } else if (byte === carriageReturn || byte === semicolon) line.isOver = true;
      else if (!line.isOver) line.size = line.size * 16 + digitOf(byte);
    }
    return at;
  };

  return (bytes) => {
    let at = head === undefined ? 0 : readHead(bytes);
    while (at < bytes.length) {
      if (left === 0) at = readSize(bytes, at);
      const end = Math.min(at + left, bytes.length);
      if (end > at) onBody(bytes.subarray(at, end));
      left -= end - at;
      at = end;
    }
  };
}

function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return byte >= 0x61 ? byte - 0x57 : byte - 0x37;
}
