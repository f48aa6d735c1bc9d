/** Puts the messages of a stream together, as gRPC frames them: a byte, a length, the message. */
import { frameHead, readFrameHead } from '../kv/grpc.ts';

/**
 * Takes pieces as they come and calls back for every message that is whole. A message
 * of one piece shares memory with it. Throws on one that is compressed or too large.
 */
export function createMessageReader(onMessage: (message: Buffer) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let length = 0;
  let needed = frameHead;

  const readAll = (bytes: Buffer): Buffer => {
    let at = 0;
    for (;;) {
      needed = frameHead;
      if (bytes.length - at < needed) break;
      needed = frameHead + readFrameHead(bytes, at);
      if (bytes.length - at < needed) break;
      onMessage(bytes.subarray(at + frameHead, at + needed));
      at += needed;
    }
    return bytes.subarray(at);
  };

  return (piece) => {
    pieces.push(piece);
    length += piece.length;
    // Put together once it is whole: a message of many pieces would be copied for each of them.
    if (length < needed) return;
    const rest = readAll(pieces.length === 1 ? piece : Buffer.concat(pieces));
    pieces = rest.length === 0 ? [] : [rest];
    length = rest.length;
  };
}
