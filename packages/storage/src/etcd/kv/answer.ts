/**
 * The one message of an answer, out of the pieces that it comes in. Plain data with functions, as there is one for each
 * call.
 */
import { frameHead, readFrameHead } from './grpc.ts';

export interface Answer {
  readonly pieces: Buffer[];
  length: number;
  /** Below 0 until its head has come. */
  expected: number;
}

export function emptyAnswer(): Answer {
  return { pieces: [], length: 0, expected: -1 };
}

/** Throws on a piece that does not begin one message, on one of a message that is too large, or behind it. */
export function takePiece(answer: Answer, piece: Buffer): void {
  answer.pieces.push(piece);
  answer.length += piece.length;
  if (answer.expected < 0 && answer.length >= frameHead) {
    answer.expected = frameHead + readFrameHead(joined(answer), 0);
  }
  if (answer.expected >= 0 && answer.length > answer.expected) throw new Error('etcd sent more than an answer');
}

/** `undefined` if it is not whole. */
export function messageOf(answer: Answer): Buffer | undefined {
  return answer.length === answer.expected ? joined(answer).subarray(frameHead) : undefined;
}

function joined({ pieces }: Answer): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
}
