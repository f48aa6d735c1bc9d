/**
 * Messages over a stream of bytes. Those of one turn of the event loop are serialized by V8 together, behind their length: a
 * serializer for each costs more than what it serializes. Both ends are the same program, so that what is read is what was
 * written.
 */
import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

const lengthBytes = 4;

/** Bounds what is serialized in one piece: each message may carry a value, of 1.5 MB at most by default. */
const mostTogether = 32;

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
  let waiting: Sent[] = [];
  const flush = (): void => {
    const messages = waiting;
    waiting = [];
    if (stream.destroyed || messages.length === 0) return;
    const bytes = serialize(messages);
    const length = Buffer.allocUnsafe(lengthBytes);
    length.writeUInt32LE(bytes.length);
    stream.cork();
    stream.write(length);
    stream.write(bytes);
    stream.uncork();
  };
  stream.on(
    'data',
    splitFrames((bytes) => {
      for (const message of deserialize(bytes) as readonly Received[]) receive(message);
    }),
  );
  return {
    send: (message) => {
      if (waiting.push(message) === 1) setImmediate(flush);
      else if (waiting.length === mostTogether) flush();
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
