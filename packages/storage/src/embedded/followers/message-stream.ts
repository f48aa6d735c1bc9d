/**
 * Messages over a stream of bytes: each is serialized by V8, behind its length. Messages of one turn of the event loop are
 * written together. Both ends are the same program, so that what is read is what was written.
 */
import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

const lengthBytes = 4;

export interface MessageStream<Sent> {
  send(message: Sent): void;
  /** Ends the stream once all that was sent is on its way. */
  end(): void;
}

/** Cost of what waits: bounded by the calls under way, each of which has a caller that waits for it. */
export function openMessageStream<Sent, Received>(
  stream: Duplex,
  receive: (message: Received) => void,
): MessageStream<Sent> {
  let waiting: Buffer[] = [];
  const flush = (): void => {
    const frames = waiting;
    waiting = [];
    if (!stream.destroyed && frames.length > 0) stream.write(frames.length === 1 ? frames[0] : Buffer.concat(frames));
  };
  stream.on(
    'data',
    splitFrames((bytes) => receive(deserialize(bytes) as Received)),
  );
  return {
    send: (message) => {
      const bytes = serialize(message);
      const length = Buffer.allocUnsafe(lengthBytes);
      length.writeUInt32LE(bytes.length);
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(length, bytes);
    },
    end: () => {
      flush();
      stream.end();
    },
  };
}

/** Returns a function that takes pieces of bytes, as they come. */
export function splitFrames(take: (frame: Buffer) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  let needed = lengthBytes;
  return (piece) => {
    pieces.push(piece);
    held += piece.length;
    // A large message comes in many pieces, which are put together once.
    if (held < needed) return;
    const bytes = pieces.length === 1 ? piece : Buffer.concat(pieces);
    let at = 0;
    needed = lengthBytes;
    while (bytes.length - at >= lengthBytes) {
      const end = at + lengthBytes + bytes.readUInt32LE(at);
      if (end > bytes.length) {
        needed = end - at;
        break;
      }
      take(bytes.subarray(at + lengthBytes, end));
      at = end;
    }
    pieces = at === bytes.length ? [] : [bytes.subarray(at)];
    held = bytes.length - at;
  };
}
