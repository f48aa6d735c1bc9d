/** Splits the bytes of a stream into its messages. */
import { prefixBytes, readPrefix } from './length-prefixed-message.ts';
import { appendPiece, emptyPieces, joinPieces } from './pieces.ts';
import type { MessagePieces } from './pieces.ts';

/**
 * Returns a function that accepts pieces in order and calls back for every complete message. A message that arrived
 * in one piece shares its memory. Throws if a message is compressed or too large.
 */
export function createMessageReader(onMessage: (message: Buffer) => void): (piece: Buffer) => void {
  let partial: MessagePieces | undefined;
  let needed = prefixBytes;

  const readAll = (bytes: Buffer): Buffer => {
    let at = 0;
    for (;;) {
      needed = prefixBytes;
      if (bytes.length - at < needed) break;
      needed = prefixBytes + readPrefix(bytes, at);
      if (bytes.length - at < needed) break;
      onMessage(bytes.subarray(at + prefixBytes, at + needed));
      at += needed;
    }
    return bytes.subarray(at);
  };

  return (piece) => {
    if (partial !== undefined) appendPiece(partial, piece);
    // Joined once the message is complete: joining at each piece would be quadratic.
    if (partial !== undefined && partial.length < needed) return;
    const rest = readAll(partial === undefined ? piece : joinPieces(partial));
    partial = undefined;
    if (rest.length === 0) return;
    partial = emptyPieces();
    appendPiece(partial, rest);
  };
}
