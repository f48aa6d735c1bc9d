/**
 * Finds the marks in what comes in pieces, and reads the number behind each. It looks at
 * the bytes as they are: to make text of all that comes would cost more than the rest of
 * the load.
 */

/** It begins with a letter that is rare in what is searched, which is what makes the search quick. */
export const mark = 'sent":"';
const markBytes = Buffer.from(mark);
const quote = 0x22;
const dot = 0x2e;
const zero = 0x30;

/** Keeps no piece, as they are overwritten. */
export function createMarkFinder(note: (marked: number) => void): (piece: Buffer) => void {
  let rest: Buffer | undefined;
  return (piece) => {
    const bytes = rest === undefined ? piece : Buffer.concat([rest, piece]);
    rest = undefined;
    let from = 0;
    for (;;) {
      const at = bytes.indexOf(markBytes, from);
      if (at < 0) break;
      const begin = at + markBytes.length;
      const end = bytes.indexOf(quote, begin);
      if (end < 0) {
        rest = Buffer.from(bytes.subarray(at));
        return;
      }
      note(readNumber(bytes, begin, end));
      from = end;
    }
    rest = beginOfMark(bytes, from);
  };
}

/** Digits, and a dot perhaps. */
function readNumber(bytes: Buffer, begin: number, end: number): number {
  let value = 0;
  let divisor = 0;
  for (let at = begin; at < end; at += 1) {
    const byte = bytes[at] ?? zero;
    if (byte === dot) divisor = 1;
    else {
      value = value * 10 + byte - zero;
      divisor *= 10;
    }
  }
  return divisor > 0 ? value / divisor : value;
}

/** What the end of the bytes may be of a mark that goes on in the next piece. */
function beginOfMark(bytes: Buffer, from: number): Buffer | undefined {
  const first = bytes.indexOf(markBytes[0] ?? 0, Math.max(from, bytes.length - markBytes.length + 1));
  return first < 0 ? undefined : Buffer.from(bytes.subarray(first));
}
