/**
 * Bytes that arrive in pieces and are joined once they are complete. Small pieces are copied together: a peer may send
 * each byte in a frame of its own, and a `Buffer` costs a hundred bytes however few it holds.
 */

export interface MessagePieces {
  readonly list: Buffer[];
  length: number;
  /** Bytes in use of the last element of `list`, which is then `copyBytes` long; negative if it is a piece as it came. */
  used: number;
}

/** Pieces from this length on are kept as they came, and so are the first few: most messages have one or two. */
const largeBytes = 512;
const firstPieces = 8;
const copyBytes = 16_384;

export function emptyPieces(): MessagePieces {
  return { list: [], length: 0, used: -1 };
}

export function appendPiece(pieces: MessagePieces, piece: Buffer): void {
  pieces.length += piece.length;
  if (piece.length >= largeBytes || pieces.list.length < firstPieces) {
    trim(pieces);
    pieces.list.push(piece);
  } else copyPiece(pieces, piece);
}

function copyPiece(pieces: MessagePieces, piece: Buffer): void {
  if (pieces.used < 0 || pieces.used + piece.length > copyBytes) {
    trim(pieces);
    pieces.list.push(Buffer.allocUnsafe(copyBytes));
    pieces.used = 0;
  }
  pieces.list.at(-1)?.set(piece, pieces.used);
  pieces.used += piece.length;
}

/** All bytes, without a copy if they came in one piece. */
export function joinPieces(pieces: MessagePieces): Buffer {
  trim(pieces);
  const [first] = pieces.list;
  return pieces.list.length === 1 && first !== undefined ? first : Buffer.concat(pieces.list, pieces.length);
}

function trim(pieces: MessagePieces): void {
  const last = pieces.list.at(-1);
  if (pieces.used < 0 || last === undefined) return;
  pieces.list[pieces.list.length - 1] = last.subarray(0, pieces.used);
  pieces.used = -1;
}
