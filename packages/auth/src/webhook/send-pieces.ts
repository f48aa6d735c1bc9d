/** Sends a body in pieces, no faster than the other side takes it. */
import type { Writable } from 'node:stream';

/** Small pieces are sent together. */
const leastBytes = 16 * 1024;
/** One write is encrypted in one go, on the serving thread, so its size is limited. */
const mostBytes = 256 * 1024;

/** Ends the stream after the last piece. Goes on whenever there is room; does nothing more once the stream is closed. */
export function sendBodyPieces(stream: Writable, pieces: readonly Uint8Array[]): void {
  const parts = partsOf(pieces);
  const goOn = (): void => {
    for (let part = parts.next(); part.done !== true; part = parts.next()) {
      if (stream.destroyed) return;
      if (!stream.write(part.value)) return;
    }
    stream.off('drain', goOn);
    stream.end();
  };
  stream.on('drain', goOn);
  goOn();
}

function* partsOf(pieces: readonly Uint8Array[]): Generator<Uint8Array, void> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    const isSmall = piece.length < leastBytes;
    if (isSmall) {
      held.push(piece);
      bytes += piece.length;
    }
    if (bytes > 0 && (!isSmall || bytes >= leastBytes)) {
      yield Buffer.concat(held, bytes);
      held = [];
      bytes = 0;
    }
    if (!isSmall) for (let at = 0; at < piece.length; at += mostBytes) yield piece.subarray(at, at + mostBytes);
  }
  if (bytes > 0) yield Buffer.concat(held, bytes);
}
