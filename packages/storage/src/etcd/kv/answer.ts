/** The one message of an answer, out of the pieces that it comes in. */
import { frameHead, readFrameHead } from './grpc.ts';

export interface Answer {
  /** Throws on what is not the beginning of one message, or of one that is too large. */
  take(piece: Buffer): void;
  /** `undefined` if it is not whole. */
  message(): Buffer | undefined;
}

export function createAnswer(): Answer {
  const pieces: Buffer[] = [];
  let length = 0;
  /** As soon as its head has come. */
  let expected: number | undefined;

  const joined = (): Buffer => {
    const [first] = pieces;
    return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
  };

  return {
    take: (piece) => {
      pieces.push(piece);
      length += piece.length;
      if (expected === undefined && length >= frameHead) expected = frameHead + readFrameHead(joined(), 0);
      if (expected !== undefined && length > expected) throw new Error('etcd sent more than an answer');
    },
    message: () => (length === expected ? joined().subarray(frameHead) : undefined),
  };
}
